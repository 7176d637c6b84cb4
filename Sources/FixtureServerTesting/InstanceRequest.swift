import EventLoop
import FixtureServer
import Fixtures
import Foundation
import Scenarios
import Spelling

/// Which scenario a test wants, and how it is to be played.
struct InstanceRequest: Sendable {
    /// Where the scenario comes from.
    enum Source: Sendable {
        /// A shipped one of this id.
        case shipped(String)
        /// One of a file; of which one, where it has several.
        case file(String, id: String?)
    }

    let source: Source
    let seed: UInt64
    let speed: Double
    let clock: FixtureServer.ClockRule
    let gates: FixtureServer.GateRule
    /// The folder that `{ file: … }` bodies are found in, or nil for the shipped fixtures.
    var root: URL?

    /// One loop for all instances of the process: a thousand tests at a time cost one thread.
    private static let loop = EventLoop(name: "fixture-tests")

    /// Moving a clock by hand waits until its loop is at rest, which a shared one may never be.
    private var loop: EventLoop { clock == .manual ? EventLoop(name: "fixture-test") : Self.loop }

    /// Starts an instance on a server of its own, which it ends with.
    func start() async throws -> (server: FixtureServer, instance: Instance) {
        let server = FixtureServer(
            configuration: FixtureServer.Configuration(
                loop: loop, speed: speed, clock: clock, root: root, gates: gates))
        return (server, try await server.start(try scenario(), seed: seed))
    }

    private func scenario() throws -> Scenario {
        switch source {
        case .shipped(let id):
            try ScenarioCatalog.located(besides: Bundle.main.executableURL).load(id, fixtures: fixtures)
        case .file(let path, let id):
            try one(of: ScenarioCatalog.load(file: path, fixtures: fixtures), id: id, path: path)
        }
    }

    private func one(of scenarios: [Scenario], id: String?, path: String) throws -> Scenario {
        let ids = scenarios.map(\.id)
        if let id {
            guard let scenario = scenarios.first(where: { $0.id == id }) else {
                let meant = Spelling.nearest(to: id, among: ids).map { "; did you mean '\($0)'?" } ?? ""
                throw ScenarioError(.unknown, "\(path) has no scenario '\(id)'\(meant)")
            }
            return scenario
        }
        guard let only = scenarios.first, scenarios.count == 1 else {
            throw FixtureServerTestingError(
                .ambiguous, "\(path) has \(scenarios.count) scenarios; name one, such as id: \"\(ids.first ?? "")\"")
        }
        return only
    }

    /// What markers and offsets into fixtures are judged by; without fixtures they are not.
    private var fixtures: FixtureLibrary? {
        let found =
            root.map { try? FixtureRoot(directory: $0) }
            ?? (try? FixtureRoot.located(besides: Bundle.main.executableURL))
        return found.map { FixtureLibrary(root: $0) }
    }

    /// A path as somebody writes it in a source file: from the folder of that file, unless it is absolute.
    static func path(_ path: String, besides source: String) -> String {
        URL(filePath: path, relativeTo: URL(filePath: source).deletingLastPathComponent()).path
    }
}
