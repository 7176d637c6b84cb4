public import AdapterProtocol
public import FixtureServer
public import Scenarios

/// Everything that a judge may look at: what was asked, what the client reported, what the server saw.
///
/// A value without connection to any process, so that judging is repeatable and its tests are transcripts.
public struct Transcript: Sendable {
    /// The scenario.
    public var scenario: Scenario
    /// What it comes to when server and client do everything right; nil where that cannot be foretold.
    public var foresight: Foresight?
    /// Who was under test, and what it claims.
    public var client: AdapterEvent.Hello
    /// What was asked and what was reported, in the order in which the runner wrote and read it.
    public var entries: [Entry]
    /// What the server saw.
    public var journal: Journal
    /// Digests of parts of representations, as far as the judge may need them.
    public var digests: Digests
    /// How far the lane came.
    public var lane: LaneRecord
    /// How the client's process fared.
    public var process: ProcessRecord

    /// Makes a transcript.
    public init(
        scenario: Scenario, foresight: Foresight? = nil, client: AdapterEvent.Hello, entries: [Entry], journal: Journal,
        digests: Digests = .init(), lane: LaneRecord = .init(), process: ProcessRecord = .init()
    ) {
        self.scenario = scenario
        self.foresight = foresight
        self.client = client
        self.entries = entries
        self.journal = journal
        self.digests = digests
        self.lane = lane
        self.process = process
    }

    /// One line between runner and adapter.
    public struct Entry: Sendable, Hashable {
        /// When the runner wrote or read it, counted from the start of the instance.
        public var time: Duration
        /// What it said.
        public var line: Line

        /// Makes an entry.
        public init(_ time: Duration, _ line: Line) {
            self.time = time
            self.line = line
        }

        /// The transfer that it is about, if it is about one.
        var transfer: String? {
            switch line {
            case .asked(let command): command.transfer
            case .reported(let event): event.transfer
            }
        }

        /// A line in either direction.
        public enum Line: Sendable, Hashable {
            /// The runner asked.
            case asked(AdapterCommand)
            /// The adapter reported.
            case reported(AdapterEvent)
        }
    }

    /// SHA-256 of parts of representations.
    public struct Digests: Sendable, Hashable {
        private var table: [RepresentationID: [Range<Int64>: String]] = [:]
        private var spliced: [Judge.Splice: String] = [:]

        /// Begins without any.
        public init() {}

        /// The digest of a part of a representation, in lower-case hex.
        public subscript(id: RepresentationID, part: Range<Int64>) -> String? {
            get { table[id]?[part] }
            set { table[id, default: [:]][part] = newValue }
        }

        /// The digest of two parts one after the other.
        public subscript(splice: Judge.Splice) -> String? {
            get { spliced[splice] }
            set { spliced[splice] = newValue }
        }
    }
}
