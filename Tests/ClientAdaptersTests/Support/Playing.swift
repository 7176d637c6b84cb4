import Digests
import EventLoop
import FixtureServer
import Scenarios
import YAML

/// A place for what is made in tests and not read from a file.
private let here = FileLocation(file: "test", line: 1, column: 1)

/// The size of the pattern that most tests transfer.
let size = 10_000

/// The digest of the first bytes of a pattern.
func digest(_ count: Int = size, seed: UInt64 = 0) -> String {
    SHA256.digest(of: PatternStream(seed: seed).bytes(from: 0, count: count)).hex
}

extension Answer {
    /// A pattern of ``size`` bytes.
    static func pattern(_ seed: UInt64 = 0, _ framing: Framing = .length, _ script: [Step] = []) -> Answer {
        Answer(body: .pattern(size: Int64(size), seed: .number(seed)), framing: framing, script: script)
    }

    /// The same, holding half-way at the gate `half`.
    static func held(_ seed: UInt64 = 0, _ framing: Framing = .length, then: [Step] = []) -> Answer {
        pattern(seed, framing, [.half(.hold(gate: "half"))] + then)
    }
}

extension Step {
    /// A step half-way.
    static func half(_ action: Action) -> Step {
        Step(at: .offset(.percent(millionths: 50_000_000)), action, location: here)
    }

    /// A step at a position.
    static func at(_ position: Position, _ action: Action) -> Step { Step(at: position, action, location: here) }
}

/// Plays resources to an adapter for the length of a closure.
///
/// - Parameters:
///   - resources: The answers of each path; the last one stays, those before it are attempts.
///   - client: The client whose adapter it is.
///   - body: The test.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
func playing<Result: Sendable>(
    _ resources: [String: [Answer]], with client: String = "sessionkit",
    _ body: @Sendable (Instance, AdapterDesk) async throws -> Result
) async throws -> Result {
    let scenario = Scenario(
        id: "test", file: "test.yaml", title: "A test", why: "To see", origins: [Origin(name: "main")],
        resources: resources.map { path, answers in
            Resource(
                path: ResourcePath(path: path), answer: answers.last ?? Answer(),
                attempts: answers.dropLast().map { Attempt(answer: $0, location: here) }, location: here)
        })
    let server = FixtureServer(configuration: .init(loop: EventLoop(name: "fixture-server"), gates: .shut))
    let instance = try await server.start(scenario)
    do {
        let result = try await adapting(client) { try await body(instance, $0) }
        await server.close()
        return result
    } catch {
        await server.close()
        throw error
    }
}

/// Plays one resource, `/x`.
func playing<Result: Sendable>(
    _ answers: Answer..., with client: String = "sessionkit",
    body: @Sendable (Instance, AdapterDesk) async throws -> Result
) async throws -> Result {
    try await playing(["/x": answers], with: client, body)
}

/// Runs an adapter for the length of a closure; nothing of its client is left afterwards.
func adapting<Result: Sendable>(
    _ client: String = "sessionkit", _ body: @Sendable (AdapterDesk) async throws -> Result
) async throws -> Result {
    let desk = try AdapterDesk(client)
    do {
        let result = try await body(desk)
        await desk.end()
        return result
    } catch {
        await desk.end()
        throw error
    }
}
