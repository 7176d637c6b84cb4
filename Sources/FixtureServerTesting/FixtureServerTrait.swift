import FixtureServer
import Foundation
import Locks
public import Testing

/// Gives each test, and each case of one with arguments, an instance of a scenario to itself.
///
/// The test finds it as `FixtureServer.current`. It has ports, gates and a journal of its own, ends with the test, and
/// leaves its journal as attachments when the test failed (`swift test --attachments-path DIR` keeps them). On a suite
/// it holds for every test in it.
public struct FixtureServerTrait: TestTrait, SuiteTrait, TestScoping {
    let request: InstanceRequest

    /// A suite hands it on to its tests, so that none shares an instance with another.
    public var isRecursive: Bool { true }

    /// Plays the scenario for the length of a test.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The arguments it has this time.
    ///   - function: The test's body.
    /// - Throws: Whatever the body throws, and `ScenarioError` or `FixtureServerError` when there is nothing to play.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let (server, instance) = try await request.start()
        let hasFailed = Locked(false)
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFailure { hasFailed.withLock { $0 = true } }
            return issue
        }
        do {
            try await watch.provideScope(for: test, testCase: testCase) {
                try await FixtureServer.$running.withValue(instance) { try await function() }
            }
        } catch {
            await finish(server, instance, attaching: true)
            throw error
        }
        await finish(server, instance, attaching: hasFailed.withLock { $0 })
    }
}

extension Trait where Self == FixtureServerTrait {
    /// Plays a shipped scenario to the test.
    ///
    /// - Parameters:
    ///   - scenario: Its id, such as `slow-chunks` or `framing/cut/chunked/rst`; `fixture-server list` shows all.
    ///   - seed: What jitter is drawn from.
    ///   - speed: How many times faster than written intervals and pauses pass.
    ///   - clock: What makes time pass; a manual one stands still until `Instance.advance(by:)` moves it.
    ///   - gates: What happens at a gate that the test has not opened.
    /// - Returns: The trait.
    public static func fixtureServer(
        _ scenario: String, seed: UInt64 = 0, speed: Double = 1, clock: FixtureServer.ClockRule = .running,
        gates: FixtureServer.GateRule = .shut
    ) -> Self {
        FixtureServerTrait(
            request: InstanceRequest(source: .shipped(scenario), seed: seed, speed: speed, clock: clock, gates: gates))
    }

    /// Plays a scenario file of one's own to the test.
    ///
    /// - Parameters:
    ///   - file: Its path from the folder of the source file that says this.
    ///   - id: Which of its scenarios, `FILE/VALUE`; needed only where the file has a matrix.
    ///   - root: The folder, from there too, that `{ file: … }` bodies are found in; the shipped fixtures if not said.
    ///   - seed: What jitter is drawn from.
    ///   - speed: How many times faster than written intervals and pauses pass.
    ///   - clock: What makes time pass; a manual one stands still until `Instance.advance(by:)` moves it.
    ///   - gates: What happens at a gate that the test has not opened.
    ///   - source: The source file; leave it out.
    /// - Returns: The trait.
    public static func fixtureServer(
        file: String, id: String? = nil, root: String? = nil, seed: UInt64 = 0, speed: Double = 1,
        clock: FixtureServer.ClockRule = .running, gates: FixtureServer.GateRule = .shut, source: String = #filePath
    ) -> Self {
        let folder = root.map { URL(filePath: InstanceRequest.path($0, besides: source)) }
        return FixtureServerTrait(
            request: InstanceRequest(
                source: .file(InstanceRequest.path(file, besides: source), id: id), seed: seed, speed: speed,
                clock: clock, gates: gates, root: folder))
    }
}
