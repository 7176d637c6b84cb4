internal import Foundation

/// The bytes of a file that does not change while it is served.
///
/// Mapped, so that any range costs a copy of that range only; the open handle is for `sendfile`.
struct FileContent: Sendable {
    /// How many bytes there are.
    let length: Int64
    private let bytes: Data
    private let handle: FileHandle

    /// Opens and maps a file.
    init(opening file: URL) throws {
        handle = try FileHandle(forReadingFrom: file)
        bytes = try Data(contentsOf: file, options: .alwaysMapped)
        length = Int64(bytes.count)
    }

    /// The open file, valid as long as a copy of the content lives.
    var descriptor: Int32 { handle.fileDescriptor }

    /// Appends the bytes of a range, which must lie inside.
    func append(_ range: Range<Int64>, to output: inout [UInt8]) {
        let start = bytes.startIndex
        output.append(contentsOf: bytes[(start + Int(range.lowerBound))..<(start + Int(range.upperBound))])
    }
}
