/// One line from an adapter to the runner, without its counter.
public enum AdapterEvent: Sendable, Hashable {
    /// Answers the runner's greeting.
    case hello(Hello)
    /// A session was made.
    case configured(session: String)
    /// A transfer was begun.
    case started(t: String)
    /// The client asks its application.
    case question(Question)
    /// An interim response.
    case informational(t: String, status: Int, headers: [HeaderField])
    /// The final response, before any byte of its body.
    case head(Head)
    /// A piece of the body was handed to the application.
    case bytes(Bytes)
    /// What the client's progress API said.
    case progress(Progress)
    /// Upload progress.
    case sent(Sent)
    /// The client waits for connectivity.
    case waiting(t: String)
    /// A pause was asked for and accepted.
    case suspended(t: String)
    /// The pause is over.
    case unsuspended(t: String)
    /// Trailer fields.
    case trailers(t: String, headers: [HeaderField])
    /// Resume material, or the word that there is none.
    case resumeData(ResumeData)
    /// What a background session still had.
    case restored(session: String, transfers: [Restored])
    /// The file that the client wrote.
    case file(File)
    /// What the client measured.
    case metrics(t: String, hops: [Hop])
    /// The transfer is over; nothing about it follows.
    case end(End)
    /// What the API said when asked.
    case snapshot(Snapshot)
    /// Everything was dropped.
    case reset
    /// Answers a ping.
    case pong(id: Int)
    /// A command or option that this adapter does not do.
    case unsupported(what: String, t: String?, reason: String)
    /// The adapter itself failed; never counted against the client.
    case adapterError(message: String)
    /// Free text.
    case log(level: String, text: String)
    /// An event from a newer adapter; it is noted and otherwise ignored.
    case unknown(ev: String, t: String?)

    /// The word on the wire.
    public var ev: String {
        switch self {
        case .hello: "hello"
        case .configured: "configured"
        case .started: "started"
        case .question: "question"
        case .informational: "informational"
        case .head: "head"
        case .bytes: "bytes"
        case .progress: "progress"
        case .sent: "sent"
        case .waiting: "waiting"
        case .suspended: "suspended"
        case .unsuspended: "unsuspended"
        case .trailers: "trailers"
        case .resumeData: "resume_data"
        case .restored: "restored"
        case .file: "file"
        case .metrics: "metrics"
        case .end: "end"
        case .snapshot: "snapshot"
        case .reset: "reset"
        case .pong: "pong"
        case .unsupported: "unsupported"
        case .adapterError: "adapter_error"
        case .log: "log"
        case .unknown(let ev, _): ev
        }
    }

    /// The transfer that it is about, if it is about one.
    public var transfer: String? {
        switch self {
        case .started(let t), .waiting(let t), .suspended(let t), .unsuspended(let t): t
        case .informational(let t, _, _), .trailers(let t, _), .metrics(let t, _): t
        case .question(let question): question.t
        case .head(let head): head.t
        case .bytes(let bytes): bytes.t
        case .progress(let progress): progress.t
        case .sent(let sent): sent.t
        case .resumeData(let data): data.t
        case .file(let file): file.t
        case .end(let end): end.t
        case .snapshot(let snapshot): snapshot.t
        case .unsupported(_, let t, _), .unknown(_, let t): t
        case .hello, .configured, .restored, .reset, .pong, .adapterError, .log: nil
        }
    }
}
