import Foundation

/// A file with the number of a port, which is there in one piece or not at all.
struct PortFile {
    let path: String

    /// Why it could not be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes it beside its place and moves it there, so that no reader sees half of it.
    func write(_ port: Int) throws(Failure) {
        do {
            try Data("\(port)\n".utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure(description: "the port file \(path) cannot be written: \(reason(error))")
        }
    }

    /// Removes it.
    func remove() {
        if kind == .typeRegular { try? FileManager.default.removeItem(atPath: path) }
    }

    private var kind: FileAttributeType? {
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }

    /// Foundation is not clear about what is most often the matter.
    private func reason(_ error: any Error) -> String {
        if kind == .typeDirectory { return "it is a folder" }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else { return "there is no folder \(folder)" }
        return error.localizedDescription
    }
}
