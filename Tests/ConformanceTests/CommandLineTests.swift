import Foundation
import TestSupport
import Testing

/// `conform` as people and scripts meet it.
@Suite(.timeLimit(.minutes(1))) struct CommandLineTests {
    /// A folder with one scenario, and one fixture that has no markers.
    private func root(_ yaml: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        for name in ["Scenarios", "Fixtures"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try Data("hello".utf8).write(to: folder.appending(path: "Fixtures/note.txt"))
        try Data(yaml.utf8).write(to: folder.appending(path: "Scenarios/test.yaml"))
        return folder
    }

    private func scenario(_ resource: String) -> String {
        """
        sluice: 1
        title: A file arrives
        why: To see
        resources:
          /x: \(resource)
        client:
          - get: /x

        """
    }

    @Test(arguments: ["run", "list"]) func `a marker that the fixture has not is said with its place`(
        command: String
    ) async throws {
        let folder = try root(
            scenario("{ body: { file: note.txt }, script: [{ at: marker:jpeg-scan-9, hold: forever }] }"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let end = await (try Program("conform", [command, "--root", folder.path])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains("test.yaml:5:44: ") && end.errors.contains("note.txt has no marker 'jpeg-scan-9'"))
    }

    @Test(arguments: ["run", "list"]) func `a fixture that is not there is said with its place`(
        command: String
    ) async throws {
        let folder = try root(scenario("{ body: { file: nota.txt } }"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let end = await (try Program("conform", [command, "--root", folder.path])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains("test.yaml:5:3: ") && end.errors.contains("nota.txt"))
    }
}
