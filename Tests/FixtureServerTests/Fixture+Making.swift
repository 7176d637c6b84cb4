import EventLoop
import FixtureServer
import Scenarios
import YAML

/// A place for what is made in tests and not read from a file.
let here = FileLocation(file: "test", line: 1, column: 1)

extension Scenario {
    /// A scenario of resources by path.
    static func of(_ resources: [String: Answer], origins: [Origin] = [Origin(name: "main")]) -> Scenario {
        Scenario(
            id: "test", file: "test.yaml", title: "A test", why: "To see", origins: origins,
            resources: resources.map {
                Resource(path: ResourcePath(path: $0.key), answer: $0.value, location: here)
            })
    }

    /// A scenario of one resource `/x` with attempts.
    static func of(_ answer: Answer, attempts: [Attempt]) -> Scenario {
        Scenario(
            id: "test", file: "test.yaml", title: "A test", why: "To see",
            resources: [
                Resource(path: ResourcePath(path: "/x"), answer: answer, attempts: attempts, location: here)
            ])
    }
}

extension Step {
    /// A step that no file has.
    static func at(_ position: Position, _ action: Action) -> Step {
        Step(at: position, action, location: here)
    }
}

extension Position {
    /// So many percent of the body.
    static func percent(_ number: Int64) -> Position { .offset(.percent(millionths: number * 1_000_000)) }
    /// So many bytes of the body.
    static func byte(_ number: Int64) -> Position { .offset(.bytes(number)) }
}

extension BodySource {
    /// The start of pattern 0.
    static func pattern(_ size: Int64?) -> BodySource { .pattern(size: size, seed: .number(0)) }
}

/// Plays a scenario for the length of a closure, on a loop and ports of its own.
func playing<Result: Sendable>(
    _ scenario: Scenario, speed: Double = 1, clock: FixtureServer.ClockRule = .running,
    gates: FixtureServer.GateRule = .shut, limits: FixtureServer.Limits = FixtureServer.Limits(), seed: UInt64 = 0,
    sendBuffer: Int? = nil, _ body: @Sendable (Instance) async throws -> Result
) async throws -> Result {
    let loop = EventLoop(name: "fixture-server")
    var configuration = FixtureServer.Configuration(
        loop: loop, speed: speed, clock: clock, gates: gates, limits: limits)
    configuration.sendBuffer = sendBuffer
    let server = FixtureServer(configuration: configuration)
    let instance = try await server.start(scenario, seed: seed)
    do {
        let result = try await body(instance)
        await server.close()
        return result
    } catch {
        await server.close()
        throw error
    }
}
