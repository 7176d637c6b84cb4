public import YAML

/// One scenario: what the server does, what the client is asked to do, and what must be true beyond the obvious.
///
/// A file with a matrix is several of these. A value is complete: `each` and `$(…)` of the matrix are gone, and
/// attempts carry every key they inherit. Only addresses of origins are left open (see `Template`).
public struct Scenario: Hashable, Sendable {
    /// The file's path below the root without extension, and the matrix values: `framing/cut/chunked/rst`.
    public var id: String
    /// The file's path below the root: `framing/cut.yaml`.
    public var file: String
    /// What must be true, as a sentence.
    public var title: String
    /// What a user sees when it is not.
    public var why: String
    /// Standards' sections and contract rows that the scenario rests on.
    public var refs: [String]
    /// How much the implied checks weigh.
    public var level: Level
    /// Free words to select by, and `clock`.
    public var tags: Set<String>
    /// Capabilities that no word of the file shows.
    public var needs: [String]
    /// The capability that this scenario proves: failing here blocks whatever needs it.
    public var proves: String?
    /// The transports it may run over; nil leaves that to its words.
    public var over: [String]?
    /// What all connections of the instance share, in bytes per second.
    public var link: Int64?
    /// How the client's session is configured.
    public var session: SessionOptions
    /// Where the server listens, `main` first.
    public var origins: [Origin]
    /// What the server has, in the order of the file.
    public var resources: [Resource]
    /// What the client is asked to do, in order; empty where the file describes a server only.
    public var lane: [LaneStep]
    /// What was written under `must`, `should` and `info`.
    public var checks: [WrittenCheck]
    /// Where the scenario begins in its file.
    public var location: FileLocation

    /// Makes a scenario; what is left out is as in a file that does not say.
    public init(
        id: String, file: String, title: String, why: String, refs: [String] = [], level: Level = .must,
        tags: Set<String> = [], needs: [String] = [], proves: String? = nil, over: [String]? = nil,
        link: Int64? = nil, session: SessionOptions = SessionOptions(), origins: [Origin] = [Origin(name: "main")],
        resources: [Resource] = [], lane: [LaneStep] = [], checks: [WrittenCheck] = [],
        location: FileLocation? = nil
    ) {
        self.id = id
        self.file = file
        self.title = title
        self.why = why
        self.refs = refs
        self.level = level
        self.tags = tags
        self.needs = needs
        self.proves = proves
        self.over = over
        self.link = link
        self.session = session
        self.origins = origins
        self.resources = resources
        self.lane = lane
        self.checks = checks
        self.location = location ?? FileLocation(file: file, line: 1, column: 1)
    }

    /// Whether real time is the subject: it runs alone, at the end, and at natural speed.
    public var usesClock: Bool { tags.contains("clock") }

    /// How much a check weighs.
    public enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        /// A correct client meets it.
        case must
        /// A good client meets it; missing it is `non-strict`.
        case should
        /// Nobody fails; the value is reported.
        case info
    }
}
