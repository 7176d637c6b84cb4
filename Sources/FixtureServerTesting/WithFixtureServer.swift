public import FixtureServer
import Foundation

/// Plays a shipped scenario for the length of a closure: for XCTest, and wherever a trait does not fit.
///
/// Inside, the instance is `FixtureServer.current`, too. When the closure throws in a test of Swift Testing, the journal
/// is attached to it.
///
/// - Parameters:
///   - scenario: Its id, such as `slow-chunks` or `framing/cut/chunked/rst`; `fixture-server list` shows all.
///   - seed: What jitter is drawn from.
///   - speed: How many times faster than written intervals and pauses pass.
///   - clock: What makes time pass; a manual one stands still until `Instance.advance(by:)` moves it.
///   - gates: What happens at a gate that nobody has opened.
///   - body: What to do meanwhile.
/// - Returns: What the closure returns.
/// - Throws: Whatever the closure throws, and `ScenarioError` or `FixtureServerError` when there is nothing to play.
public func withFixtureServer<Result>(
    _ scenario: String, seed: UInt64 = 0, speed: Double = 1, clock: FixtureServer.ClockRule = .running,
    gates: FixtureServer.GateRule = .shut, _ body: (Instance) async throws -> Result
) async throws -> Result {
    try await play(
        InstanceRequest(source: .shipped(scenario), seed: seed, speed: speed, clock: clock, gates: gates), body)
}

/// Plays a scenario file of one's own for the length of a closure.
///
/// - Parameters:
///   - file: Its path from the folder of the source file that says this.
///   - id: Which of its scenarios, `FILE/VALUE`; needed only where the file has a matrix.
///   - root: The folder, from there too, that `{ file: … }` bodies are found in; the shipped fixtures if not said.
///   - seed: What jitter is drawn from.
///   - speed: How many times faster than written intervals and pauses pass.
///   - clock: What makes time pass; a manual one stands still until `Instance.advance(by:)` moves it.
///   - gates: What happens at a gate that nobody has opened.
///   - source: The source file; leave it out.
///   - body: What to do meanwhile.
/// - Returns: What the closure returns.
/// - Throws: Whatever the closure throws, and `ScenarioError` or `FixtureServerError` when there is nothing to play.
public func withFixtureServer<Result>(
    file: String, id: String? = nil, root: String? = nil, seed: UInt64 = 0, speed: Double = 1,
    clock: FixtureServer.ClockRule = .running, gates: FixtureServer.GateRule = .shut, source: String = #filePath,
    _ body: (Instance) async throws -> Result
) async throws -> Result {
    let folder = root.map { URL(filePath: InstanceRequest.path($0, besides: source)) }
    return try await play(
        InstanceRequest(
            source: .file(InstanceRequest.path(file, besides: source), id: id), seed: seed, speed: speed, clock: clock,
            gates: gates, root: folder), body)
}

private func play<Result>(
    _ request: InstanceRequest, _ body: (Instance) async throws -> Result
) async throws -> Result {
    let (server, instance) = try await request.start()
    do {
        let result = try await FixtureServer.$running.withValue(instance) { try await body(instance) }
        await finish(server, instance, attaching: false)
        return result
    } catch {
        await finish(server, instance, attaching: true)
        throw error
    }
}
