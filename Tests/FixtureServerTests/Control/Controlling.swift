import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport

/// A server of everything in a folder, with its control API, for the length of a closure.
func controlling<Result: Sendable>(
    _ files: [String: String] = Controlled.files, token: String? = nil, mostInstances: Int = 64,
    longestWait: Duration = .seconds(600), gates: FixtureServer.GateRule = .openWhenReached,
    _ body: @Sendable (Controlled) async throws -> Result
) async throws -> Result {
    let folder = try ShowcaseFolder(files)
    defer { folder.remove() }
    let catalog = try ScenarioCatalog(directory: folder.root.appending(path: "Scenarios"))
    let started = Log<Instance>()
    let server = FixtureServer(
        configuration: FixtureServer.Configuration(
            loop: EventLoop(name: "fixture-server"), root: folder.root.appending(path: "Fixtures"), gates: gates,
            control: FixtureServer.Control(
                catalog: catalog, token: token, mostInstances: mostInstances, longestWait: longestWait,
                contentSize: 1000),
            onStart: { started.append($0) }))
    let home = try await server.startShowcase(of: catalog)
    do {
        let result = try await body(Controlled(home: home, started: started, server: server))
        await server.close()
        return result
    } catch {
        await server.close()
        throw error
    }
}

/// What tests of the control API ask, and what they are told.
struct Controlled: Sendable {
    /// A text, a text that waits at a gate, and one that has an attempt.
    static let files = [
        "Scenarios/held.yaml": "resources: { /x: { body: hello, script: [{ at: 2B, hold: gate }] } }",
        "Scenarios/never.yaml": "resources: { /x: { body: hello, script: [{ at: 2B, hold: forever }] } }",
        "Scenarios/twice.yaml": "resources: { /x: { body: later, attempts: [{ body: first }] } }",
        "Scenarios/faulty.yaml": "resources: { /x: { bdy: hello } }",
    ]

    let home: Instance
    let started: Log<Instance>
    let server: FixtureServer

    /// An instance as the API shows it.
    struct Shown: Decodable {
        var id: String
        var scenario: String
        var seed: UInt64
        var speed: Double
        var gates: String
        var state: String
        var url: String
        var expiresIn: Double?
        var exchanges: Int
        var connections: Int
    }

    /// A problem as the API tells it.
    struct Told: Decodable {
        var type: String
        var title: String
        var status: Int
        var detail: String
        var meant: String?
    }

    /// Asks on a connection of its own.
    func ask(
        _ method: HTTPMethod, _ path: String, _ json: String? = nil, _ fields: [String] = []
    ) async throws -> WireClient.Response {
        try await WireClient(home.url).ask(method, path, json, fields)
    }

    /// Makes an instance.
    func make(_ json: String) async throws -> Shown {
        try await ask("POST", "/instances", json).value()
    }
}

extension WireClient {
    /// Asks the control API, and reads the answer to its end.
    func ask(
        _ method: HTTPMethod, _ path: String, _ json: String? = nil, _ fields: [String] = []
    ) async throws -> Response {
        var fields = fields
        if !fields.contains(where: { $0.hasPrefix("Host:") }) { fields.append("Host: 127.0.0.1") }
        if let json { fields += ["Content-Type: application/json", "Content-Length: \(json.utf8.count)"] }
        let head = ["\(method) \(FixtureServer.Control.prefix)\(path) HTTP/1.1"] + fields + ["", ""]
        try await expect(method, head.joined(separator: "\r\n") + (json ?? ""))
        return await response()
    }
}

extension WireClient.Response {
    /// The JSON in it.
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }

    /// The problem in it, by the last word of its type.
    var problem: String? {
        guard self["Content-Type"] == "application/problem+json", let told = try? value(Controlled.Told.self),
            told.status == head.status
        else { return nil }
        return told.type.split(separator: ":").last.map(String.init)
    }
}
