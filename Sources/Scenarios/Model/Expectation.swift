public import AdapterProtocol

/// What must be true of a check's subject; a list means "one of".
public enum Expectation: Hashable, Sendable {
    // Of a transfer.
    /// How it ends.
    case outcome([Outcome])
    /// The kind of its error.
    case error([ErrorKind])
    /// The protocol version that the client reports.
    case http([String])
    /// The final URL.
    case url([Target])
    /// How many bytes the application was given, counted from 0 of the representation.
    case total([Amount])
    /// The expected length that the client reports.
    case expected([Amount])
    /// Where it went on.
    case resumedAt([Amount])
    /// Whether there is resume data.
    case resumeData(Presence)
    /// The statuses of interim responses, in order.
    case interim([Int])
    /// Trailer fields that are reported.
    case trailers([FieldLine])
    /// The suggested file name.
    case filename([String])
    /// How many bytes of the request's body were reported as sent.
    case uploaded(Bounds<Int64>)

    // Of a transfer or a request.
    /// The status; of a transfer the final one.
    case status([Int])
    /// Fields that are there with these values.
    case fields([FieldLine])
    /// Names of fields that are not there.
    case lacks([String])
    /// The bytes: of a transfer what arrived, of a request what was sent along.
    case body([Content])

    // Of a request.
    /// The method.
    case method([String])
    /// The Range field.
    case range([RangeField])
    /// The If-Range field.
    case ifRange([ValidatorField])
    /// Which connection of its origin carried it, starting at 1.
    case connection([Int])
    /// How many bytes of the answer's body the kernel took.
    case sent(Bounds<Int64>)
    /// How many bytes of the request's body were read.
    case received(Bounds<Int64>)
    /// From the answer before to this request.
    case after(Bounds<Duration>)
    /// From the last write to the client's leaving.
    case silence(Bounds<Duration>)
    /// From the request to the end of its exchange, or to the client's leaving where that came before.
    case lived(Bounds<Duration>)

    // Of a resource or the server.
    /// How many requests came.
    case requests(Bounds<Int>)
    /// How many were under way at once, at most.
    case concurrent(Bounds<Int>)
    /// Requests came in the order in which their transfers were started.
    case startedOrder
    /// How many connections were accepted.
    case connections(Bounds<Int>)

    // Of the client's process.
    /// How much its resident memory grew, in bytes.
    case memory(Bounds<Int64>)
}

extension Expectation {
    /// How a transfer ends.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// With success.
        case complete
        /// With an error.
        case failed
        /// By the application's wish.
        case cancelled
    }

    /// A number of bytes.
    public enum Amount: Hashable, Sendable {
        /// Within these bounds.
        case bytes(Bounds<Int64>)
        /// As much as the client held when the transfer began.
        case held
        /// None: unknown, or not told.
        case none
    }

    /// Whether something is there.
    public enum Presence: String, Hashable, Sendable, CaseIterable {
        /// It is.
        case some
        /// It is not.
        case none
    }

    /// The bytes of a body.
    public enum Content: Hashable, Sendable {
        /// All of one version.
        case whole
        /// The beginning of one version, perhaps all of it.
        case prefix
        /// What the transfer sent.
        case uploaded
        /// None.
        case none
        /// These.
        case bytes(BodySource)
    }

    /// A Range field.
    public enum RangeField: Hashable, Sendable {
        /// `bytes=N-` with N the bytes that the client held.
        case held
        /// No such field.
        case none
        /// This value.
        case value(Template)
    }

    /// An If-Range field.
    public enum ValidatorField: Hashable, Sendable {
        /// The strong entity tag of the answer that is resumed.
        case etag
        /// Its Last-Modified.
        case modified
        /// No such field.
        case none
        /// This value.
        case value(Template)
    }

    /// Where a transfer ended up.
    public enum Target: Hashable, Sendable {
        /// A resource of the instance, with query and fragment as written.
        case resource(ResourcePath, suffix: String)
        /// A URL, in which addresses may stand.
        case url(Template)
    }

    /// The word of the file, and the last part of the check's id.
    public var name: String {
        switch self {
        case .outcome: "outcome"
        case .error: "error"
        case .http: "http"
        case .url: "url"
        case .total: "total"
        case .expected: "expected"
        case .resumedAt: "resumed-at"
        case .resumeData: "resume-data"
        case .interim: "interim"
        case .trailers: "trailers"
        case .filename: "filename"
        case .uploaded: "uploaded"
        case .status: "status"
        case .fields: "fields"
        case .lacks: "lacks"
        case .body: "body"
        case .method: "method"
        case .range: "range"
        case .ifRange: "if-range"
        case .connection: "connection"
        case .sent: "sent"
        case .received: "received"
        case .after: "after"
        case .silence: "silence"
        case .lived: "lived"
        case .requests: "requests"
        case .concurrent: "concurrent"
        case .startedOrder: "order"
        case .connections: "connections"
        case .memory: "memory"
        }
    }
}
