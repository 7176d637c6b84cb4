public import AdapterProtocol

/// Something that happened in a run: the one source of every report.
public enum RunEvent: Sendable {
    /// The run begins.
    case began(RunHeader)
    /// A client has introduced itself, and its scenarios are planned.
    case clientBegan(ClientHeader)
    /// A client could not be started.
    case clientFailed(name: String, reason: String)
    /// A scenario is on its way.
    case scenarioBegan(client: String, scenario: String)
    /// A scenario failed and is tried once more, alone.
    case scenarioRetried(client: String, scenario: String)
    /// A scenario is judged.
    case scenarioEnded(ScenarioResult)
    /// All scenarios of a client are judged.
    case clientEnded(ClientSummary)
    /// The run is over.
    case ended(RunSummary)
}

/// What a run is going to be.
public struct RunHeader: Sendable, Hashable, Codable {
    /// Name and version of the suite.
    public var suite: String
    /// The seed of everything random.
    public var seed: UInt64
    /// When it began, ISO 8601 in UTC.
    public var began: String
    /// The clients, as named on the command line.
    public var clients: [String]
    /// How many scenarios were selected.
    public var scenarios: Int
    /// How many adapter processes at once.
    public var jobs: Int

    /// Describes a run.
    public init(suite: String, seed: UInt64, began: String, clients: [String], scenarios: Int, jobs: Int) {
        self.suite = suite
        self.seed = seed
        self.began = began
        self.clients = clients
        self.scenarios = scenarios
        self.jobs = jobs
    }
}

/// Who is going to be tested.
public struct ClientHeader: Sendable, Hashable, Codable {
    /// The name that results carry.
    public var name: String
    /// How it introduced itself.
    public var hello: AdapterEvent.Hello
    /// How many scenarios will be run.
    public var running: Int
    /// How many will not.
    public var left: Int

    /// Describes a client.
    public init(name: String, hello: AdapterEvent.Hello, running: Int, left: Int) {
        self.name = name
        self.hello = hello
        self.running = running
        self.left = left
    }
}

/// What came of one client.
public struct ClientSummary: Sendable, Hashable, Codable {
    /// The client's name.
    public var name: String
    /// Scenarios by the word of their verdicts.
    public var scenarios: [String: Int]
    /// Checks by the word of their verdicts.
    public var checks: [String: Int]
    /// Checks that are not simply right, with what that means.
    public var standings: [Reckoning.Standing]
    /// What is wrong with the list of known failures.
    public var stale: [String]
    /// How it stands, as an exit code.
    public var outcome: RunOutcome

    /// Sums up a client.
    public init(_ results: [ScenarioResult], _ reckoning: Reckoning) {
        name = reckoning.client
        scenarios = results.reduce(into: [:]) { $0[$1.isFlaky ? "flaky" : $1.verdict.word, default: 0] += 1 }
        checks = results.flatMap(\.findings).reduce(into: [:]) { $0[$1.verdict.word, default: 0] += 1 }
        standings = reckoning.standings
        stale = reckoning.stale
        outcome = RunOutcome(reckoning)
    }
}

/// What came of a run.
public struct RunSummary: Sendable, Hashable, Codable {
    /// How it stands, as an exit code.
    public var outcome: RunOutcome
    /// How long it took, in seconds.
    public var seconds: Double

    /// Sums up a run.
    public init(outcome: RunOutcome, seconds: Double) {
        self.outcome = outcome
        self.seconds = seconds
    }
}
