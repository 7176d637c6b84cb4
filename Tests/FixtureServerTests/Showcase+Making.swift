import EventLoop
import FixtureServer
import Fixtures
import Foundation
import HTTPMessages
import Scenarios

/// A folder of scenario files and fixtures that a test writes.
struct ShowcaseFolder {
    let root = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")

    init(_ files: [String: String] = [:]) throws {
        for name in ["Scenarios", "Fixtures"] {
            try FileManager.default.createDirectory(at: root.appending(path: name), withIntermediateDirectories: true)
        }
        for (path, text) in files { try write(text, to: path) }
    }

    /// Writes a file, `Scenarios/a.yaml` for instance; scenarios need neither head nor final newline.
    func write(_ text: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let head = "sluice: 1\ntitle: A test\nwhy: To see\n"
        try Data((path.hasSuffix(".yaml") ? head + text + "\n" : text).utf8).write(to: file)
    }

    func remove() { try? FileManager.default.removeItem(at: root) }
}

/// Serves the shipped fixtures and scenarios, or those of a folder, for the length of a closure.
func showing<Result: Sendable>(
    _ folder: ShowcaseFolder? = nil, speed: Double = 1, gates: FixtureServer.GateRule = .openWhenReached,
    _ body: @Sendable (Instance, FixtureServer) async throws -> Result
) async throws -> Result {
    let server = FixtureServer(
        configuration: FixtureServer.Configuration(
            loop: EventLoop(name: "fixture-server"), speed: speed, root: folder?.root.appending(path: "Fixtures"),
            gates: gates))
    let catalog =
        if let folder {
            try ScenarioCatalog(directory: folder.root.appending(path: "Scenarios"))
        } else {
            try ScenarioCatalog.located(besides: nil)
        }
    let instance = try await server.startShowcase(of: catalog)
    do {
        let result = try await body(instance, server)
        await server.close()
        return result
    } catch {
        await server.close()
        throw error
    }
}

extension WireClient.Response {
    /// The content as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension Instance {
    /// Asks on a connection of its own, and reads the answer to its end.
    func ask(_ target: String, method: HTTPMethod = "GET", _ fields: [String] = []) async throws -> WireClient.Response
    {
        try await WireClient(url).fetch(target, method: method, fields)
    }
}
