/// How far the client's lane came, and where it stopped.
public struct LaneRecord: Sendable, Hashable {
    /// The awaits, in order; what came after an unmet one is not in it.
    public var awaits: [Await]
    /// Where nothing was to happen, and what did.
    public var quiets: [Quiet]
    /// What a transfer had to go on from, in bytes, where the lane has damaged it.
    public var held: [String: Int64]
    /// Why the lane could not be gone to its end through nobody's fault.
    public var obstacle: Obstacle?
    /// Whether every step was done.
    public var isFinished: Bool
    /// Whether the sentinels behind the last step ran through the client; nil when they were not sent.
    public var sentinelsPassed: Bool?

    /// Makes a record.
    public init(
        awaits: [Await] = [], quiets: [Quiet] = [], held: [String: Int64] = [:], obstacle: Obstacle? = nil,
        isFinished: Bool = true, sentinelsPassed: Bool? = nil
    ) {
        self.awaits = awaits
        self.quiets = quiets
        self.held = held
        self.obstacle = obstacle
        self.isFinished = isFinished
        self.sentinelsPassed = sentinelsPassed
    }

    /// One await.
    public struct Await: Sendable, Hashable {
        /// The check's id: what is awaited.
        public var check: String
        /// What is awaited, as a sentence.
        public var asked: String
        /// What came of it.
        public var result: Result

        /// Makes an await.
        public init(check: String, asked: String, result: Result) {
            self.check = check
            self.asked = asked
            self.result = result
        }
    }

    /// A while in which small transfers ran through the client, and nothing else was to happen.
    public struct Quiet: Sendable, Hashable {
        /// The check's id: `photo.quiet`, or `server.quiet`.
        public var check: String
        /// What must not happen, as a sentence.
        public var asked: String
        /// What happened all the same, in order.
        public var happened: [String]

        /// Makes a quiet while.
        public init(check: String, asked: String, happened: [String] = []) {
            self.check = check
            self.asked = asked
            self.happened = happened
        }
    }

    /// What is in the way of a lane.
    public enum Obstacle: Sendable, Hashable {
        /// The client, or its adapter, does not do something, as a clause.
        case unsupported(String)
        /// This suite does not do something, as a clause.
        case skipped(String)
    }

    /// What came of an await.
    public enum Result: Sendable, Hashable {
        /// It was met.
        case met
        /// For the patience nothing moved.
        case unmet(Evidence)
    }

    /// What was found out when nothing moved.
    public struct Evidence: Sendable, Hashable {
        /// What is missing: "a has reported 40000 of the 51200 bytes sent in front of quarter".
        public var missing: String
        /// What was awaited was never reached by the server: a prerequisite, not the client's reports, is missing.
        public var isUnreached: Bool
        /// Bytes that the client's kernel had not acknowledged, where known.
        public var unacknowledged: Int?
        /// Whether the adapter answered a ping.
        public var ponged: Bool
        /// The longest that a 10 ms heartbeat of the runner was late meanwhile.
        public var heartbeat: Duration
        /// How the client answered when the gate was opened.
        public var probe: Probe

        /// Makes evidence.
        public init(
            missing: String, isUnreached: Bool = false, unacknowledged: Int? = nil, ponged: Bool,
            heartbeat: Duration = .zero, probe: Probe = .notMade
        ) {
            self.missing = missing
            self.isUnreached = isUnreached
            self.unacknowledged = unacknowledged
            self.ponged = ponged
            self.heartbeat = heartbeat
            self.probe = probe
        }
    }

    /// What happened when the gate was opened although the client had not reported what lay in front.
    public enum Probe: Sendable, Hashable {
        /// There was no gate to open.
        case notMade
        /// The missing reports came only now.
        case released
        /// Nothing came even now.
        case silent
    }
}
