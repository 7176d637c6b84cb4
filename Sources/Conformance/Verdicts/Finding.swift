public import Scenarios

/// What is said of one check, and why.
public struct Finding: Sendable, Hashable, Codable {
    /// The check's id below the scenario, `SUBJECT.NAME`; an await's is what it awaits.
    public var check: String
    /// How much it weighs.
    public var level: Scenario.Level
    /// What is said.
    public var verdict: Verdict
    /// What was asked, as one sentence in plain words.
    public var asked: String
    /// What would have been right; empty for a pass.
    public var expected: String
    /// What was there instead, or the measured value; empty for a pass.
    public var actual: String
    /// What the judgement rests on besides, one fact each: unacknowledged bytes, the ping, the heartbeat.
    public var evidence: [String]
    /// The standards' sections and contract rows that it follows from.
    public var refs: [String]

    /// Makes a finding.
    public init(
        _ check: String, level: Scenario.Level = .must, _ verdict: Verdict, asked: String, expected: String = "",
        actual: String = "", evidence: [String] = [], refs: [String] = []
    ) {
        self.check = check
        self.level = level
        self.verdict = verdict
        self.asked = asked
        self.expected = expected
        self.actual = actual
        self.evidence = evidence
        self.refs = refs
    }
}
