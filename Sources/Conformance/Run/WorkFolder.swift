internal import Foundation

/// The folder of one adapter process: its `TMPDIR`, made for it and removed with everything in it.
final class WorkFolder {
    let path: String
    private var lent: Set<String> = []

    init() throws {
        let name = "conform-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))"
        path = FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The files in it that are not the runner's own, relative to it, folders left out.
    func files() -> Set<String> {
        let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return Set(found.filter { !isFolder($0) }).subtracting(lent)
    }

    /// Puts a file there for the client to send; its path.
    func lend(_ bytes: [UInt8], as name: String) throws -> String {
        let file = "\(path)/upload-\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        lent.insert("upload-\(name)")
        return file
    }

    /// A path as the folder's own files are named; nil when it lies elsewhere.
    func relative(_ file: String) -> String? {
        let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "/"
        let file = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
        return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : nil
    }

    private func isFolder(_ name: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
