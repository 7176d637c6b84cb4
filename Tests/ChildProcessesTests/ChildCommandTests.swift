import ChildProcesses
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A command as it is typed` {
    @Test func `is found in the folders of PATH, in their order`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "typed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["one", "two", "two/tool-folder"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        for (name, mode) in [
            ("one/plain", 0o644), ("two/plain", 0o755), ("two/tool", 0o755), ("one/both", 0o755), ("two/both", 0o755),
        ] {
            let path = folder.appending(path: name).path
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: mode])
        }
        let environment = ["PATH": "\(folder.path)/one:\(folder.path)/none:\(folder.path)/two"]
        func found(_ words: String...) -> ChildCommand? { .typed(words, environment: environment) }
        #expect(
            found("tool", "a", "b c")
                == ChildCommand("\(folder.path)/two/tool", ["a", "b c"], environment: environment))
        #expect(found("plain")?.executable == "\(folder.path)/two/plain", "what cannot be run is passed over")
        #expect(found("both")?.executable == "\(folder.path)/one/both", "the first one is meant")
        #expect(found("tool-folder") == nil && found("nothing") == nil && found("") == nil && found() == nil)
        #expect(found("./x/y")?.executable == "./x/y", "a path is taken as it is")
    }
}
