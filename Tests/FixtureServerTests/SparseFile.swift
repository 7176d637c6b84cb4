import Foundation

/// A file of gigabytes that takes no room: zeros, and marks at some places; gone with this object.
final class SparseFile: Sendable {
    let url: URL

    /// Makes a folder with the file in it.
    init(named name: String = "sparse.bin", length: Int64, marks: [Int64: [UInt8]] = [:]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sparse-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: UInt64(length))
        for (place, bytes) in marks {
            try handle.seek(toOffset: UInt64(place))
            try handle.write(contentsOf: Data(bytes))
        }
        try handle.close()
    }

    /// Makes it another length.
    func truncate(to length: Int64) throws {
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}
