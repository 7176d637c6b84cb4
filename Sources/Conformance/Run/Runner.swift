internal import AdapterProtocol
public import EventLoop
internal import FixtureServer
internal import Fixtures
public import Foundation
public import Scenarios

/// Plays scenarios with clients, judges, and tells recorders: the whole of a run.
///
/// Server, clients' pipes and judgement share one loop; nothing waits on a clock but the bound on waiting itself.
public actor Runner: LoopActor {
    /// A client, and what it is known to fail.
    public struct Entrant: Sendable {
        /// The client.
        public var client: ClientCommand
        /// What it is known to fail.
        public var known: KnownFailures

        /// Enters a client.
        public init(_ client: ClientCommand, known: KnownFailures = KnownFailures()) {
            self.client = client
            self.known = known
        }
    }

    /// The loop that everything runs on.
    public nonisolated let loop: EventLoop
    private let options: RunOptions
    private let hurried: FixtureServer
    private let unhurried: FixtureServer
    private let facts: BodyFacts
    private var recorders: [any Recorder]
    private var sentinels: Instance?
    private var queue = Queue()

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - options: How to run.
    ///   - fixtures: The folder with the fixtures, or nil for the shipped ones.
    ///   - recorders: Who is told.
    ///   - loop: The loop to run on.
    public init(_ options: RunOptions, fixtures: URL? = nil, recorders: [any Recorder], loop: EventLoop) {
        self.options = options
        self.recorders = recorders
        self.loop = loop
        hurried = FixtureServer(configuration: .init(loop: loop, speed: options.speed, root: fixtures))
        unhurried = FixtureServer(configuration: .init(loop: loop, root: fixtures))
        let root =
            fixtures.map { try? FixtureRoot(directory: $0) } ?? (try? .located(besides: Bundle.main.executableURL))
        facts = BodyFacts(fixtures: root.map { FixtureLibrary(root: $0) })
    }

    /// Runs scenarios with clients, one client after the other.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios that were selected.
    ///   - entrants: The clients.
    ///   - all: The ids of all scenarios there are.
    /// - Returns: How the run ended.
    public func run(_ scenarios: [Scenario], entrants: [Entrant], all: Set<String>) async -> RunOutcome {
        let start = ContinuousClock.now
        tell(
            .began(
                RunHeader(
                    suite: options.suite, seed: options.seed, began: Date().ISO8601Format(),
                    clients: entrants.map(\.client.name), scenarios: scenarios.count, jobs: options.jobs)))
        var outcomes: [RunOutcome] = []
        for entrant in entrants { outcomes.append(await run(scenarios, entrant, all: all)) }
        await hurried.close()
        await unhurried.close()
        let outcome = RunOutcome.worst(outcomes)
        tell(.ended(RunSummary(outcome: outcome, seconds: start.secondsAgo)))
        return outcome
    }

    private func tell(_ event: RunEvent) {
        for index in recorders.indices { recorders[index].record(event) }
    }

    // MARK: One client

    private func run(_ scenarios: [Scenario], _ entrant: Entrant, all: Set<String>) async -> RunOutcome {
        let client = entrant.client
        let hello: AdapterEvent.Hello
        do throws(Refusal) {
            hello = try await greet(client)
        } catch {
            tell(.clientFailed(name: client.name, reason: error.reason))
            return .clientMissing
        }
        let known = entrant.known.holding(for: hello.client.version)
        let plan = Plan(scenarios, for: hello.caps)
        let repeated = (0..<options.repetitions).flatMap { _ in plan.running }
        tell(
            .clientBegan(
                ClientHeader(
                    name: client.name, hello: hello, running: repeated.count,
                    left: plan.items.count - plan.running.count)))
        var results = plan.items.compactMap { result(of: $0, client) }
        for result in results { tell(.scenarioEnded(result)) }
        results += await play(repeated.filter { !$0.usesClock }, client, known, jobs: options.jobs)
        results += await play(repeated.filter(\.usesClock), client, known, jobs: 1)
        let reckoning = Reckoning(client: client.name, results, known: known, all: all)
        let summary = ClientSummary(results, reckoning)
        tell(.clientEnded(summary))
        return summary.outcome
    }

    /// The result of a scenario that is not run.
    private func result(of item: Plan.Item, _ client: ClientCommand) -> ScenarioResult? {
        switch item.course {
        case .run: nil
        case .unsupported(let need):
            ScenarioResult(
                client: client.name, scenario: item.scenario, .unsupported,
                reason: "the client does not claim \(need.word)")
        case .skip(let reason): ScenarioResult(client: client.name, scenario: item.scenario, .skipped, reason: reason)
        }
    }

    /// Plays scenarios, several at once, and then alone what nobody expected to fail.
    private func play(
        _ scenarios: [Scenario], _ client: ClientCommand, _ known: KnownFailures, jobs: Int
    ) async -> [ScenarioResult] {
        queue = Queue(scenarios)
        let workers = (0..<max(1, min(jobs, scenarios.count))).map { _ in
            loop.spawn(name: "job") {
                while let (index, scenario) = self.queue.next() {
                    let result = await self.playAndJudge(scenario, client)
                    if known.excuse(result) { self.tell(.scenarioEnded(result)) }
                    self.queue.results[index] = result
                }
            }
        }
        for worker in workers { await worker.value }
        for (index, scenario) in scenarios.enumerated() {
            guard let first = queue.results[index], !known.excuse(first) else { continue }
            tell(.scenarioRetried(client: client.name, scenario: scenario.id))
            var second = await playAndJudge(scenario, client)
            second.isFlaky = known.excuse(second) && first.verdict.isFailure
            if second.isFlaky {
                second.reason = first.failuresInWords
                // What there is to understand is in the play that failed.
                second.timeline = first.timeline
                second.errorOutput = first.errorOutput
            }
            tell(.scenarioEnded(second))
            queue.results[index] = second
        }
        return scenarios.indices.compactMap { queue.results[$0] }
    }

    /// What is left to be played, shared by the jobs of one client.
    private struct Queue {
        private let scenarios: [Scenario]
        private var index = 0
        var results: [Int: ScenarioResult] = [:]

        init(_ scenarios: [Scenario] = []) { self.scenarios = scenarios }

        mutating func next() -> (Int, Scenario)? {
            guard index < scenarios.count else { return nil }
            defer { index += 1 }
            return (index, scenarios[index])
        }
    }

    // MARK: One scenario

    private func playAndJudge(_ scenario: Scenario, _ client: ClientCommand) async -> ScenarioResult {
        tell(.scenarioBegan(client: client.name, scenario: scenario.id))
        let start = ContinuousClock.now
        let rerun = options.rerun(scenario, with: client)
        do {
            let transcript = try await play(scenario, client)
            if let obstacle = transcript.lane.obstacle {
                return ScenarioResult(client: client.name, scenario: scenario, obstacle, rerun: rerun)
            }
            return ScenarioResult(
                client: client.name, scenario: scenario, findings: Judge(transcript).findings(),
                seconds: start.secondsAgo, timeline: Timeline.entries(transcript),
                errorOutput: transcript.process.errorOutput, rerun: rerun)
        } catch let error as FixtureServerError where error.code == .unsupported {
            return ScenarioResult(
                client: client.name, scenario: scenario, .skipped, reason: "\(error)", rerun: rerun)
        } catch {
            return ScenarioResult(
                client: client.name, scenario: scenario, .harnessError, reason: "\(error)", rerun: rerun)
        }
    }

    private func play(_ scenario: Scenario, _ client: ClientCommand) async throws -> Transcript {
        let sentinels = try await sentinelInstance()
        let server = scenario.usesClock ? unhurried : hurried
        let instance = try await server.start(scenario, seed: options.seed)
        let play: ScenarioPlay
        do {
            play = try ScenarioPlay(
                scenario, foresight: Foresight(of: scenario, facts: facts), of: client, on: instance,
                sentinels: Sentinels(sentinels), options: options, loop: loop)
        } catch {
            await instance.end()
            throw error
        }
        let listening = feed(play)
        await play.play()
        let journal = await instance.journal()
        await play.end()
        var transcript = Transcript(
            scenario: scenario, foresight: play.foresight, client: play.hello ?? .unknown, entries: play.entries,
            journal: journal,
            lane: play.lane, process: play.process)
        await addDigests(to: &transcript, of: instance)
        await instance.end()
        for task in listening { await task.value }
        return transcript
    }

    /// The two tasks that bring a play what the adapter and the server have to say.
    private func feed(_ play: ScenarioPlay) -> [Task<Void, Never>] {
        [
            loop.spawn(name: "adapter") {
                _ = self
                await play.hearAdapter()
            },
            loop.spawn(name: "journal") {
                _ = self
                await play.watchServer()
            },
        ]
    }

    private func sentinelInstance() async throws -> Instance {
        if let sentinels { return sentinels }
        let instance = try await hurried.start(Sentinels.scenario)
        sentinels = instance
        return instance
    }

    // MARK: Greeting

    /// Why a client cannot be tested.
    private struct Refusal: Error { var reason: String }

    /// Starts the adapter once to hear who it is and what it can do.
    private func greet(_ client: ClientCommand) async throws(Refusal) -> AdapterEvent.Hello {
        let play: ScenarioPlay
        do {
            let instance = try await sentinelInstance()
            play = try ScenarioPlay(
                Sentinels.scenario, of: client, on: instance, sentinels: Sentinels(instance), options: options,
                loop: loop)
        } catch {
            throw Refusal(reason: "\(error)")
        }
        let listening = loop.spawn(name: "adapter") {
            _ = self
            await play.hearAdapter()
        }
        let hello = await play.greet()
        await play.end()
        await listening.value
        if let hello { return hello }
        let words = play.process.errorOutput.split(separator: "\n").suffix(3).joined(separator: " / ")
        let what = play.process.death.map { "it \($0) without a greeting" } ?? "it did not greet within 10 s"
        let faults = play.process.adapterFaults.first.map { "; \($0)" } ?? ""
        throw Refusal(reason: what + faults + (words.isEmpty ? "" : "; it wrote: \(words)"))
    }
}

extension ScenarioResult {
    /// What failed at first, for a result that passed alone.
    fileprivate var failuresInWords: String {
        let failing = findings.filter(\.verdict.isFailure)
        return "at first: "
            + failing.map { "\($0.check) \($0.verdict): expected \($0.expected), got \($0.actual)" }
            .joined(separator: "; ") + "; played again alone it passed"
    }
}

extension ScenarioResult {
    /// A scenario that could not be played to its end through nobody's fault.
    fileprivate init(client: String, scenario: Scenario, _ obstacle: LaneRecord.Obstacle, rerun: String) {
        switch obstacle {
        case .unsupported(let reason):
            self.init(client: client, scenario: scenario, .unsupported, reason: reason, rerun: rerun)
        case .skipped(let reason):
            self.init(client: client, scenario: scenario, .skipped, reason: reason, rerun: rerun)
        }
    }
}

extension AdapterEvent.Hello {
    /// Stands for an adapter that never introduced itself.
    fileprivate static let unknown = AdapterEvent.Hello(
        client: .init(name: "unknown", version: ""), caps: Capabilities())
}

extension KnownFailures {
    /// Whether nothing in a result calls for a second try: nothing failed, or only what is known to.
    fileprivate func excuse(_ result: ScenarioResult) -> Bool {
        switch result.verdict {
        case .harnessError: return true
        case .inconclusive: return false
        default: break
        }
        return result.findings.allSatisfy { finding in
            guard finding.verdict.isFailure || finding.verdict == .inconclusive || finding.verdict == .adapterError
            else {
                return true
            }
            return entries.contains { $0.names(scenario: result.scenario, check: finding.check) }
        }
    }
}

extension ContinuousClock.Instant {
    fileprivate var secondsAgo: Double {
        let (seconds, attoseconds) = (ContinuousClock.now - self).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
