/// What the server sends for a request, and how.
public struct Answer: Hashable, Sendable {
    /// The representation.
    public var body: BodySource
    /// The media type; nil goes by the name of the path or file.
    public var type: String?
    /// The entity tag.
    public var etag: ETagRule
    /// The date of the last change.
    public var modified: ModifiedRule
    /// The content coding.
    public var encoding: EncodingRule
    /// How requests with Range are answered.
    public var ranges: RangeBehaviour
    /// Which credentials are asked for.
    public var auth: AuthRule?
    /// Whether pages of other origins may read it (CORS, in the Fetch standard), and are told so when they ask before.
    public var cors: Bool
    /// The status of a whole answer; another than 200 switches ranges and conditional requests off.
    public var status: Int
    /// The reason phrase; nil is the standard one.
    public var reason: String?
    /// The protocol version of the status line.
    public var version: Version
    /// Sent exactly so, in place of computed fields of the same name.
    public var fields: [FieldLine]
    /// Names of computed fields that are left out.
    public var drop: [String]
    /// How the end of the body is marked.
    public var framing: Framing
    /// Sent after the last chunk.
    public var trailers: [FieldLine]
    /// How the body is spread over time.
    public var pace: Pace?
    /// How the whole answer, head too, is cut into writes.
    public var split: WriteSchedule?
    /// How much of the request's body is read before the answer; nil is all of it.
    public var early: Int64?
    /// Whether `Expect: 100-continue` gets no 100 (`continue: never`).
    public var neverContinues: Bool
    /// Sent instead of all the above, offsets count these bytes, then FIN unless the script says otherwise.
    public var raw: BodySource?
    /// What happens on the way, in wire order.
    public var script: [Step]

    /// Makes an answer; what is left out is as in a file that does not say.
    public init(
        body: BodySource = .empty, type: String? = nil, etag: ETagRule = .auto, modified: ModifiedRule = .auto,
        encoding: EncodingRule = .none, ranges: RangeBehaviour = .rfc9110, auth: AuthRule? = nil, cors: Bool = false,
        status: Int = 200,
        reason: String? = nil, version: Version = .http11, fields: [FieldLine] = [], drop: [String] = [],
        framing: Framing = .length, trailers: [FieldLine] = [], pace: Pace? = nil, split: WriteSchedule? = nil,
        early: Int64? = nil, neverContinues: Bool = false, raw: BodySource? = nil, script: [Step] = []
    ) {
        self.body = body
        self.type = type
        self.etag = etag
        self.modified = modified
        self.encoding = encoding
        self.ranges = ranges
        self.auth = auth
        self.cors = cors
        self.status = status
        self.reason = reason
        self.version = version
        self.fields = fields
        self.drop = drop
        self.framing = framing
        self.trailers = trailers
        self.pace = pace
        self.split = split
        self.early = early
        self.neverContinues = neverContinues
        self.raw = raw
        self.script = script
    }

    /// How the end of the body is marked.
    public enum Framing: String, Hashable, Sendable, CaseIterable {
        /// Content-Length.
        case length
        /// Transfer-Encoding: chunked.
        case chunked
        /// Neither: the close of the connection ends it.
        case untilClose = "until-close"
    }

    /// A version of HTTP/1.
    public enum Version: String, Hashable, Sendable, CaseIterable {
        /// HTTP/1.1.
        case http11 = "1.1"
        /// HTTP/1.0.
        case http10 = "1.0"
    }
}
