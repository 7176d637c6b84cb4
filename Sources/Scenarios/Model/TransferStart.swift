/// The start of a transfer, `get`, `download` or `request`.
public struct TransferStart: Hashable, Sendable {
    /// The transfer's name in lane, checks and the field `Sluice-Transfer`.
    public var name: String
    /// Where the bytes go.
    public var sink: Sink
    /// The request's method.
    public var method: String
    /// The resource that is asked for, without the query.
    public var resource: ResourcePath
    /// The query with its question mark, or nothing.
    public var query: String
    /// Fields that are sent besides the client's own.
    public var fields: [FieldLine]
    /// The request's body; nil is none.
    public var body: BodySource?
    /// How the body is handed to the client.
    public var bodySource: UploadForm
    /// Which decisions the lane answers itself.
    public var asks: Set<Question>
    /// The application stops reading after so many bytes.
    public var stopAfter: Int64?
    /// So much disk is left.
    public var quota: Int64?
    /// How the cache is used; nil is as the session says.
    public var cache: CacheUse?
    /// Made, but not set going.
    public var isSuspended: Bool

    /// Makes a start; what is left out is as in a file that does not say.
    public init(
        name: String, sink: Sink = .memory, method: String = "GET", resource: ResourcePath, query: String = "",
        fields: [FieldLine] = [], body: BodySource? = nil, bodySource: UploadForm = .data,
        asks: Set<Question> = [], stopAfter: Int64? = nil, quota: Int64? = nil, cache: CacheUse? = nil,
        isSuspended: Bool = false
    ) {
        self.name = name
        self.sink = sink
        self.method = method
        self.resource = resource
        self.query = query
        self.fields = fields
        self.body = body
        self.bodySource = bodySource
        self.asks = asks
        self.stopAfter = stopAfter
        self.quota = quota
        self.cache = cache
        self.isSuspended = isSuspended
    }

    /// Where the bytes of an answer go.
    public enum Sink: String, Hashable, Sendable {
        /// To the application.
        case memory
        /// Into a file.
        case file
    }

    /// How a request's body is handed to the client.
    public enum UploadForm: String, Hashable, Sendable, CaseIterable {
        /// As bytes.
        case data
        /// As a file's name.
        case file
        /// As a stream.
        case stream
    }

    /// A decision that the application may take.
    public enum Question: String, Hashable, Sendable, CaseIterable {
        /// Whether a redirect is followed.
        case redirect
        /// What becomes of a response.
        case response
        /// What a challenge is answered with.
        case challenge
    }

    /// How the cache is used for one request.
    public enum CacheUse: String, Hashable, Sendable, CaseIterable {
        /// Not looked at.
        case reload
        /// Even a stale entry is taken.
        case prefer
        /// No request is sent.
        case only
    }
}

/// The start of a transfer from the resume data of another one.
public struct ResumeStart: Hashable, Sendable {
    /// The transfer that has ended.
    public var from: String
    /// The name of the one that goes on.
    public var name: String
    /// What was done to the data or the partial file in between.
    public var tamper: Tamper?

    /// Makes a resume.
    public init(from: String, name: String, tamper: Tamper? = nil) {
        self.from = from
        self.name = name
        self.tamper = tamper
    }

    /// Damage between two runs.
    public enum Tamper: String, Hashable, Sendable, CaseIterable {
        /// The partial file is gone.
        case missing
        /// The partial file is shorter.
        case shorter
        /// The partial file is longer.
        case longer
        /// The resume data is noise.
        case garbage
        /// One bit of the resume data is flipped.
        case flipped
    }
}
