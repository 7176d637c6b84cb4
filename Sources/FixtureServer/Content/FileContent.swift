internal import EventLoop
internal import Foundation

/// The bytes of a file that does not change while it is served.
///
/// Any range costs a copy of that range only; the open file is also for `sendfile`.
struct FileContent: Sendable {
    private let file: OpenFile

    /// Opens a file.
    init(opening url: URL) throws {
        file = try OpenFile(url.path)
    }

    /// How many bytes there are.
    var length: Int64 { file.length }

    /// The open file, valid as long as a copy of the content lives.
    var descriptor: Int32 { file.descriptor }

    /// Whether the file became shorter, so that zeros stand in the place of bytes.
    var isShort: Bool { file.isShort }

    /// Appends the bytes of a range, which must lie inside.
    func append(_ range: Range<Int64>, to output: inout [UInt8]) { file.append(range, to: &output) }
}
