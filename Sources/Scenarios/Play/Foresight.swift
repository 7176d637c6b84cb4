public import YAML

/// What a scenario comes to when server and client do everything right.
public struct Foresight: Hashable, Sendable {
    /// The resources that a client asks for, by where they are written; trouble at accept may keep requests unread.
    public var targets: Set<FileLocation> = []
    /// The resources of which a request is read, by where they are written.
    public var resources: Set<FileLocation> = []
    /// The attempts that are taken, by where they are written.
    public var attempts: Set<FileLocation> = []
    /// The steps that happen, by where they are written.
    public var steps: Set<FileLocation> = []
    /// The gates at which an exchange holds.
    public var gates: Set<String> = []
    /// The gates that the lane awaits.
    public var awaited: Set<String> = []
    /// How many requests each transfer makes.
    public var requests: [String: Int] = [:]
    /// The byte of each await that names an offset.
    public var offsets: [AwaitedOffset: Int64] = [:]

    /// An await of so many reported bytes.
    public struct AwaitedOffset: Hashable, Sendable {
        /// The transfer.
        public var transfer: String
        /// Where the await is written; those made by `each` share theirs.
        public var location: FileLocation

        /// Names an await.
        public init(_ transfer: String, at location: FileLocation) {
            self.transfer = transfer
            self.location = location
        }
    }

    /// Nothing yet.
    public init() {}

    /// Plays a scenario; nil where the length of a body is not known.
    public init?(of scenario: Scenario, facts: BodyFacts) {
        guard facts.areComplete(for: scenario) else { return nil }
        var play = PerfectPlay(scenario, facts: facts, log: Complaints())
        self = play.play()
    }
}
