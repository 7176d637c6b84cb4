import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import SessionKit
import TestSupport
import Testing
import YAML

/// One resource of the fixture server, and how downloads of it are held where a test wants them.
enum Played {
    static let size: Int64 = 100_000
    static let whole = Data(PatternStream(seed: 0).bytes(from: 0, count: Int(size)))
    static let here = FileLocation(file: "test", line: 1, column: 1)

    static func step(_ position: Position, _ action: Step.Action) -> Step {
        Step(at: position, action, location: here)
    }

    /// An answer that stops at a place until a gate opens.
    static func held(_ answer: Answer, at position: Position, gate: String) -> Attempt {
        var held = answer
        held.script = [step(position, .hold(gate: gate))]
        return Attempt(answer: held, location: here)
    }

    static func heldHalfWay(_ answer: Answer) -> Attempt {
        held(answer, at: .offset(.percent(millionths: 50_000_000)), gate: "half")
    }

    /// Resume data for the first half of the file.
    static func half(_ instance: Instance, _ scratch: Scratch, of size: Int64 = size / 2) async throws -> Data {
        let witness = Witness()
        let session = scratch.session(witness)
        let task = session.downloadTask(with: URL(instance.url + "/x"))
        task.resume()
        await witness.bytes(size)
        let data = await task.cancelByProducingResumeData()
        await witness.end()
        session.invalidateAndCancel()
        return try #require(data)
    }

    /// Plays attempts, and behind them the answer itself, at `/x`.
    static func playing(
        _ answer: Answer, attempts: [Attempt], _ body: @Sendable (Instance) async throws -> Void
    ) async throws {
        let scenario = Scenario(
            id: "test", file: "test.yaml", title: "A test", why: "To see", origins: [Origin(name: "main")],
            resources: [
                Resource(path: ResourcePath(path: "/x"), answer: answer, attempts: attempts, location: here)
            ])
        let loop = EventLoop(name: "fixture-server")
        let server = FixtureServer(configuration: FixtureServer.Configuration(loop: loop, gates: .shut))
        let instance = try await server.start(scenario)
        defer { Task { await server.close() } }
        try await body(instance)
    }
}
