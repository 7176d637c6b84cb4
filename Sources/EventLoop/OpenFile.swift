internal import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An open file, read at any place: by several at a time, and without more of it in memory than was asked for.
///
/// Not mapped: pages of a mapping count as the process's memory, and a file that becomes shorter would end the process.
public final class OpenFile: Sendable {
    /// The open file, valid as long as this object.
    public let descriptor: Int32
    /// How many bytes it had when it was opened.
    public let length: Int64
    private let shortage = Atomic<Bool>(false)

    /// Opens a file to be read.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: `.system` with the system's words when that cannot be.
    public init(_ path: String) throws(SocketError) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.error(path) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else {
            let error = Self.error(path)
            _ = closeDescriptor(file)
            throw error
        }
        descriptor = file
        length = Int64(facts.st_size)
    }

    deinit { _ = closeDescriptor(descriptor) }

    /// Whether bytes were asked for that the file no longer had.
    public var isShort: Bool { shortage.load(ordering: .relaxed) }

    /// Appends the bytes of a range; zeros stand for those that the file does not have, and `isShort` tells.
    ///
    /// - Parameters:
    ///   - range: Which bytes of the file.
    ///   - output: What they are appended to.
    public func append(_ range: Range<Int64>, to output: inout [UInt8]) {
        let count = Int(range.upperBound - range.lowerBound)
        output += unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var bytes = UnsafeMutableRawBufferPointer(buffer)
            var place = range.lowerBound
            while unsafe !bytes.isEmpty {
                let read = unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(place))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                unsafe bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[read...])
                place += Int64(read)
            }
            if unsafe !bytes.isEmpty { shortage.store(true, ordering: .relaxed) }
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
            initialized = count
        }
    }

    private static func error(_ path: String) -> SocketError {
        let number = errno
        let text = unsafe String(cString: strerror(number))
        return SocketError(.system, "\(path) cannot be opened: \(text)", errno: number)
    }
}
