import HTTPMessages
import YAML

/// One transfer of the play, as the perfect client sees it.
struct PlayedTransfer {
    let name: String
    var start: TransferStart
    let location: FileLocation
    var state = State.created
    var isSuspended = false
    /// How many bytes of the representation the application has, at most.
    var delivered: Int64 = 0
    /// How many of them an await has made sure of.
    var certain: Int64 = 0
    /// Whether an await covers everything that has happened.
    var isAwaited = false
    /// How far the application reads; nil is everything.
    var readLimit: Int64?
    /// The answer that the bytes came with.
    var answered: (request: PlayedRequest, answer: PlayedAnswer)?
    /// What it goes on from.
    var resumption: ResumeOracle?
    var hops = 0
    var hasTriedCredentials = false
    var hasTriedAgain = false
    /// The server left while the transfer was suspended.
    var peerLeft = false

    init(start: TransferStart, location: FileLocation) {
        name = start.name
        self.start = start
        self.location = location
        readLimit = start.stopAfter
    }

    enum State: Hashable {
        case created
        case queued(PlayedRequest)
        case running(exchange: Int)
        case asking(TransferStart.Question, exchange: Int)
        case ended(Outcome)
    }

    enum Outcome: Hashable {
        case complete
        case failed
        case cancelled
        /// The process died.
        case interrupted
        /// Complete or failed: the server's reset may have overtaken the end.
        case either
    }

    var hasEnded: Bool { if case .ended = state { true } else { false } }

    /// The exchange that it listens to.
    var exchange: Int? {
        switch state {
        case .running(let number), .asking(_, let number): number
        case .created, .queued, .ended: nil
        }
    }

    /// Whether and how it can be resumed.
    var resumability: Resumability {
        guard start.sink == .file else { return .impossible(.nothingHeld) }
        guard let (request, played) = answered else { return .impossible(.status) }
        let range = played.head.fields["Content-Range"].flatMap(ContentRange.init(parsing:))
        return Resumability(
            method: request.method, head: played.head, total: range?.completeLength ?? played.contentLength,
            held: delivered)
    }
}
