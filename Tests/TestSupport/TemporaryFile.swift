import Foundation

/// An open file without a name, gone when nobody refers to it.
public final class TemporaryFile: Sendable {
    private let handle: FileHandle

    /// The file, open for reading.
    public var descriptor: Int32 { handle.fileDescriptor }

    /// Writes a file.
    ///
    /// - Parameter bytes: What it holds.
    /// - Throws: What the system says.
    public init(_ bytes: [UInt8]) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID())")
        try Data(bytes).write(to: url)
        handle = try FileHandle(forReadingFrom: url)
        try FileManager.default.removeItem(at: url)
    }
}
