/// One line from the runner to an adapter.
public enum AdapterCommand: Sendable, Hashable {
    /// Negotiates; always the first line.
    case hello(Hello)
    /// Makes a session.
    case configure(Configure)
    /// Begins a transfer.
    case start(Start)
    /// Pauses a transfer by the client's own means.
    case suspend(t: String)
    /// Lets a paused transfer go on.
    case unsuspend(t: String)
    /// Stops a transfer, with or without asking for resume material.
    case cancel(t: String, resume: ResumeWish)
    /// Begins a transfer from the resume material of another.
    case resume(Resume)
    /// Asks what a background session of an earlier process still has, and lets it go on.
    case restore(session: String)
    /// Answers a question.
    case answer(Answer)
    /// Lets the application read so much more, after `stop_after`.
    case credit(t: String, bytes: Int)
    /// Asks what the API says now.
    case snapshot(t: String)
    /// Asks for a `pong` from the loop that delivers the client's callbacks.
    case ping(id: Int)
    /// Drops cookies, caches and pooled connections.
    case reset
    /// Ends the adapter.
    case stop
    /// A command from a newer suite; it is answered by `unsupported`.
    case unknown(op: String, t: String?)

    /// Whether resume material is asked for.
    public enum ResumeWish: String, Sendable, Hashable, Codable {
        /// Just stop.
        case none
        /// Stop and produce resume material.
        case want
    }

    /// The word on the wire.
    public var op: String {
        switch self {
        case .hello: "hello"
        case .configure: "configure"
        case .start: "start"
        case .suspend: "suspend"
        case .unsuspend: "unsuspend"
        case .cancel: "cancel"
        case .resume: "resume"
        case .restore: "restore"
        case .answer: "answer"
        case .credit: "credit"
        case .snapshot: "snapshot"
        case .ping: "ping"
        case .reset: "reset"
        case .stop: "stop"
        case .unknown(let op, _): op
        }
    }

    /// The transfer that it is about, if it is about one.
    public var transfer: String? {
        switch self {
        case .start(let start): start.t
        case .suspend(let t), .unsuspend(let t), .cancel(let t, _), .credit(let t, _), .snapshot(let t): t
        case .resume(let resume): resume.t
        case .answer(let answer): answer.t
        case .unknown(_, let t): t
        case .hello, .configure, .restore, .ping, .reset, .stop: nil
        }
    }
}
