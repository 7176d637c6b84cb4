/// How a run ends, as the exit code of `conform run`.
public enum RunOutcome: Int, Sendable, Hashable, Codable {
    /// Everything is as expected.
    case expected = 0
    /// A verdict that nobody expected.
    case unexpected = 1
    /// The command line, or a file it names, was not understood.
    case usage = 2
    /// The suite itself failed.
    case ownFault = 3
    /// Nothing unexpected, but something could not be judged on this machine.
    case inconclusive = 4
    /// A client could not be started.
    case clientMissing = 5
    /// The list of known failures is out of date.
    case stale = 6

    /// How one client stands.
    public init(_ reckoning: Reckoning) {
        let loud = reckoning.standings.filter { $0.overlay == .unexpected || $0.overlay == .flaky }
        if loud.contains(where: { $0.verdict == .harnessError }) {
            self = .ownFault
        } else if loud.contains(where: { $0.verdict != .inconclusive }) {
            self = .unexpected
        } else if !reckoning.stale.isEmpty {
            self = .stale
        } else {
            self = loud.isEmpty ? .expected : .inconclusive
        }
    }

    /// Which of several outcomes a run has: the first of our own fault, a missing client, unexpected, stale, inconclusive.
    public static func worst(_ outcomes: some Sequence<RunOutcome>) -> RunOutcome {
        let order: [RunOutcome] = [.expected, .inconclusive, .stale, .unexpected, .clientMissing, .ownFault, .usage]
        return outcomes.max { (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0) } ?? .expected
    }

    /// What it means, as a clause.
    public var sentence: String {
        switch self {
        case .expected: "everything is as expected"
        case .unexpected: "something failed that nobody expected"
        case .usage: "the command was not understood"
        case .ownFault: "the suite itself failed"
        case .inconclusive: "something could not be judged on this machine"
        case .clientMissing: "a client could not be started"
        case .stale: "the list of known failures is out of date"
        }
    }
}
