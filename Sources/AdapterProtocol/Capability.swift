/// Something an adapter claims its client can do.
///
/// What is not claimed makes the cases that need it `unsupported`; what is claimed and not done is a failure. A word
/// that is not known here is kept as ``unknown(_:)``, so that a newer adapter can still be driven.
public enum Capability: Sendable, Hashable {
    /// Bytes are reported as they arrive, not only when all are there.
    case stream
    /// The client has a progress API of its own.
    case progress
    /// A running transfer can be stopped.
    case cancel
    /// Stopping can produce resume material.
    case cancelResume
    /// A transfer can go on from resume material.
    case resume
    /// A failed transfer gives resume material unasked.
    case resumeAfterFailure
    /// A new process can go on with the transfers of the one before.
    case restore
    /// A running transfer can be paused.
    case suspend
    /// The application decides how much is read.
    case pull
    /// Redirects are put to the application.
    case askRedirect
    /// Responses are put to the application before their bodies.
    case askResponse
    /// Basic and Digest authentication.
    case auth
    /// So many transfers at once.
    case parallel(Int)
    /// Trailer fields are reported.
    case trailers
    /// Interim (1xx) responses are reported.
    case interim
    /// A suggested file name is reported.
    case filename
    /// Content codings that the client asks for and undoes.
    case decode(Set<String>)
    /// Bodies can be written to files.
    case fileSink
    /// Idle and total limits can be set.
    case timeouts
    /// Request bodies can be sent.
    case upload
    /// Cookies are kept and sent.
    case cookies
    /// Answers are cached.
    case cache
    /// Metrics are reported.
    case metrics
    /// The client repeats idempotent requests by itself.
    case autoRetry
    /// HTTP/2 is spoken.
    case http2
    /// A word from an adapter that knows more than this suite.
    case unknown(String)

    /// The capabilities that are one plain word.
    static let plain: [String: Capability] = [
        "stream": .stream, "progress": .progress, "cancel": .cancel, "cancel-resume": .cancelResume,
        "resume": .resume, "resume-after-failure": .resumeAfterFailure, "restore": .restore, "suspend": .suspend,
        "pull": .pull, "ask-redirect": .askRedirect, "ask-response": .askResponse, "auth": .auth,
        "trailers": .trailers, "interim": .interim, "filename": .filename, "file-sink": .fileSink,
        "timeouts": .timeouts, "upload": .upload, "cookies": .cookies, "cache": .cache, "metrics": .metrics,
        "auto-retry": .autoRetry, "http2": .http2,
    ]

    static let plainWords = Dictionary(uniqueKeysWithValues: plain.map { ($1, $0) })

    /// Reads one word of an adapter's `caps`.
    public init(word: String) {
        if let known = Capability.plain[word] {
            self = known
        } else if word.hasPrefix("parallel:"), let count = Int(word.dropFirst("parallel:".count)), count > 0 {
            self = .parallel(count)
        } else if word.hasPrefix("decode:") {
            let codings = word.dropFirst("decode:".count).split(separator: ",").map(String.init)
            self = .decode(Set(codings))
        } else {
            self = .unknown(word)
        }
    }

    /// The word on the wire.
    public var word: String {
        switch self {
        case .parallel(let count): "parallel:\(count)"
        case .decode(let codings): "decode:" + codings.sorted().joined(separator: ",")
        case .unknown(let word): word
        default: Capability.plainWords[self] ?? ""
        }
    }
}

extension Capability: Codable {
    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        self.init(word: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}
