internal import FixtureServer
internal import Scenarios

/// What a run may be told besides scenarios and clients.
public struct RunOptions: Sendable {
    /// How many adapter processes at once.
    public var jobs: Int
    /// How long nothing may move until an await counts as unmet; every write and report renews it.
    public var patience: Duration
    /// The seed of everything random.
    public var seed: UInt64
    /// How many times faster than written intervals and pauses pass, except in scenarios about time.
    public var speed: Double
    /// How often each scenario is played.
    public var repetitions: Int
    /// The suite's name and version, as adapters are told.
    public var suite: String
    /// Further words of the command that runs a scenario again: options of the caller's own, each a word.
    public var rerunWords: [String]
    /// The files of scenarios that are none of the suite's, by the beginning of their ids.
    public var files: [String: String]

    /// Makes options; without anything said: one job, three seconds of patience, a twentieth of the time.
    public init(
        jobs: Int = 1, patience: Duration = .seconds(3), seed: UInt64 = 1, speed: Double = 20, repetitions: Int = 1,
        suite: String = "sluice", rerunWords: [String] = [], files: [String: String] = [:]
    ) {
        self.jobs = jobs
        self.patience = patience
        self.seed = seed
        self.speed = speed
        self.repetitions = repetitions
        self.suite = suite
        self.rerunWords = rerunWords
        self.files = files
    }

    /// The command that plays a scenario again, for a shell.
    func rerun(_ scenario: Scenario, with client: ClientCommand) -> String {
        let words = ["conform", "run", word(for: scenario.id), "--client", client.name, "--seed", "\(seed)"]
        return (words + rerunWords).map(ShellWord.quoted).joined(separator: " ")
    }

    /// What names a scenario on the command line: its id, or the file that it is from.
    func word(for id: String) -> String {
        files.first { id == $0.key || id.hasPrefix($0.key + "/") }?.value ?? id
    }
}
