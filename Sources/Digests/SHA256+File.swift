#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension SHA256 {
    /// The digest of a file's content, read in pieces of 64 KiB.
    ///
    /// - Throws: ``UnreadableFile``.
    public static func digest(ofFile path: String) throws(UnreadableFile) -> Digest {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(path: path, code: errno) }
        defer { close(descriptor) }
        var running = SHA256()
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                running.update(piece[..<count])
            } else if count == 0 {
                return running.digest
            } else if errno != EINTR {
                throw UnreadableFile(path: path, code: errno)
            }
        }
    }
}

/// A file whose content cannot be had.
public struct UnreadableFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The system's error number.
    public var code: Int32

    /// The file and the system's reason.
    public var description: String {
        "\(path) cannot be read: \(unsafe String(cString: strerror(code)))"
    }
}
