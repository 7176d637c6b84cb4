public import Scenarios

/// What came of one scenario with one client.
public struct ScenarioResult: Sendable, Hashable, Codable {
    /// The client's name.
    public var client: String
    /// The scenario's id.
    public var scenario: String
    /// The scenario's file, below the scenarios' root; its variants share it.
    public var file: String
    /// What must be true, as the file says.
    public var title: String
    /// What a user sees when it is not.
    public var why: String
    /// What is said of each check; empty when it was not run.
    public var findings: [Finding]
    /// Why it was not run, or could not be judged as a whole.
    public var reason: String?
    /// The verdict without findings: `unsupported`, `skipped`, `harness-error`; else the findings speak.
    private var standIn: Verdict?
    /// Whether it failed at first and passed alone.
    public var isFlaky: Bool
    /// How long it took, in seconds.
    public var seconds: Double
    /// What happened, in order: server and client side by side.
    public var timeline: [TimelineEntry]
    /// The end of what the client's process wrote to its standard error.
    public var errorOutput: String
    /// The command that runs it again.
    public var rerun: String

    /// A scenario that was run.
    public init(
        client: String, scenario: Scenario, findings: [Finding], seconds: Double, timeline: [TimelineEntry] = [],
        errorOutput: String = "", rerun: String = ""
    ) {
        self.client = client
        self.scenario = scenario.id
        file = scenario.file
        title = scenario.title
        why = scenario.why
        self.findings = findings
        isFlaky = false
        self.seconds = seconds
        self.timeline = timeline
        self.errorOutput = errorOutput
        self.rerun = rerun
    }

    /// A scenario that was not run, or of which nothing can be said.
    public init(client: String, scenario: Scenario, _ verdict: Verdict, reason: String, rerun: String = "") {
        self.init(client: client, scenario: scenario, findings: [], seconds: 0, rerun: rerun)
        standIn = verdict
        self.reason = reason
    }

    /// The verdict that stands for the scenario.
    public var verdict: Verdict { standIn ?? Verdict.rollUp(findings.map(\.verdict)) }
}

/// One moment of a scenario, for people.
public struct TimelineEntry: Sendable, Hashable, Codable {
    /// Milliseconds since the instance began.
    public var milliseconds: Double
    /// Whose moment it is.
    public var lane: Lane
    /// What happened.
    public var text: String

    /// Whose moment something is.
    public enum Lane: String, Sendable, Hashable, Codable {
        /// The server did or saw it.
        case server
        /// The runner asked for it.
        case runner
        /// The client reported it.
        case client
    }

    /// Makes an entry.
    public init(_ time: Duration, _ lane: Lane, _ text: String) {
        let (seconds, attoseconds) = time.components
        milliseconds = Double(seconds) * 1000 + (Double(attoseconds) / 1e14).rounded() / 10
        self.lane = lane
        self.text = text
    }
}
