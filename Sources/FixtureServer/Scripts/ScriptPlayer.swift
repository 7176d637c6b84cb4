internal import EventLoop
internal import HTTPMessages
internal import HTTPWire
internal import Scenarios

/// Plays one answer: one straight-line function that makes each entry of the timeline, and waits for it.
final class ScriptPlayer {
    /// Why an answer is not played to its end.
    enum Interruption: Error {
        /// The script cut the connection.
        case cut
        /// The peer left.
        case left
        /// The request's content could not be read, and nothing is answered yet.
        case refused
        /// The peer took or sent nothing for too long.
        case timeout
        /// The instance ended.
        case stopped
        /// There was not as much content as there had been.
        case failed

        /// What the journal calls it.
        var reason: ExchangeRecord.EndReason {
            switch self {
            case .cut: .cut
            case .left: .left
            case .refused: .refused
            case .timeout: .timeout
            case .stopped: .stopped
            case .failed: .failed
            }
        }
    }

    /// What the player waits for, so that it can be called off.
    enum Waiting {
        case nothing
        case gate(ticket: Int)
        case clock
    }

    let connection: Connection
    let exchange: Exchange
    unowned let stage: ServedConnection
    let answer: Answer
    let plan: AnswerPlan
    let content: Content
    /// Codes the content, where it is coded.
    let coder: BodyCoder?
    let headBytes: [UInt8]
    let tailBytes: [UInt8]
    let timeline: ScriptTimeline

    var write = OutgoingWrite()
    var waiting = Waiting.nothing
    /// Whether the script pauses, rather than waits for the next piece to be due.
    var isPausing = false
    var interruption: Interruption?
    var schedule: PieceSchedule
    /// The clock time that the schedule counts from, or nil when the next piece sets it.
    var anchor: Duration?
    /// The representation's offset of the next byte.
    var place: Int64
    /// Whether no content was sent since the beginning, a hold or a pause.
    var isFresh = true
    /// How much of the content is still to be sent, or nil when it never ends.
    var remaining: Int64?
    /// Whether the client that waits for a 100 has been sent one.
    var hasContinued = false
    /// Whether the entry being made is a step that was come to.
    private var hasBegunStep = false
    /// How often a write found no room.
    var stalls = 0

    /// Prepares an answer.
    ///
    /// - Parameters:
    ///   - plan: What is sent.
    ///   - version: The bytes it is made of, and its markers; nil when only the server's own text is sent.
    ///   - made: The code of the version, where it is sent coded and was coded beforehand.
    ///   - answer: What the scenario says.
    ///   - exchange: Where everything is recorded.
    ///   - connection: Where it is sent.
    ///   - stage: The connection's owner, which reads requests and knows the instance.
    init(
        plan: AnswerPlan, version: RepresentationVersion?, made: Content?, answer: Answer, exchange: Exchange,
        connection: Connection, stage: ServedConnection
    ) {
        self.plan = plan
        self.answer = answer
        self.exchange = exchange
        self.connection = connection
        self.stage = stage
        let content = version?.content ?? .empty
        self.content = content
        coder = plan.coding.map { BodyCoder($0, of: content, range: plan.served ?? 0..<0, made: made) }
        var head: [UInt8] = []
        if let planned = plan.head { HeadEncoder.append(planned, to: &head) }
        headBytes = head
        var tail: [UInt8] = []
        if plan.framing == .chunked {
            ChunkedEncoder.appendEnd(trailers: stage.fields(answer.trailers), to: &tail)
        }
        tailBytes = tail
        timeline = ScriptTimeline(
            script: answer.script, plan: plan, headLength: head.count, tailLength: tail.count, early: answer.early
        ) { version?.byte(of: $0) }
        place = plan.served?.lowerBound ?? 0
        remaining = plan.contentLength
        let pace = answer.pace ?? answer.split.map(Pace.writes)
        if let pace { exchange.begins(pace.spelling) }
        schedule = PieceSchedule(pace: pace, remaining: remaining, seed: stage.jitterSeed)
    }

    /// Plays the answer and ends its exchange.
    ///
    /// - Parameter success: What the end is called when everything was sent.
    /// - Returns: Why it was over; after `complete` the connection may carry another exchange if the plan keeps it.
    func play(as success: ExchangeRecord.EndReason = .complete) async -> ExchangeRecord.EndReason {
        var made = 0
        do throws(Interruption) {
            for entry in timeline.entries {
                try await make(entry)
                made += 1
            }
            // A step behind everything may have left bytes.
            try await flush()
            end(success, made: made)
            return success
        } catch {
            end(error.reason, made: made)
            return error.reason
        }
    }

    private func make(_ entry: ScriptTimeline.Entry) async throws(Interruption) {
        switch entry {
        case .receive(let goal):
            try await receive(upTo: goal)
        case .head(let range):
            if let head = plan.head {
                exchange.responded(ExchangeRecord.Response(bytes: WireBytes(headBytes), head: head))
            }
            try await send(headBytes[range])
        case .content(let segment):
            try await send(segment)
        case .tail(let range):
            try await send(tailBytes[range])
        case .finish:
            try await flush()
            if plan.framing == .untilClose { connection.shutdownWriting() }
            exchange.completedFraming()
        case .step(let action, let place):
            try await flush()
            hasBegunStep = true
            try await make(action, at: place)
            hasBegunStep = false
        }
    }

    /// Calls off whatever the player waits for; called on the loop while the player is suspended.
    func interrupt(_ reason: Interruption) {
        if interruption == nil { interruption = reason }
        switch waiting {
        case .nothing: break
        case .gate(let ticket): stage.gates.giveBack(ticket)
        case .clock: stage.cancelSleep()
        }
    }

    /// The peer has ended; what that means depends on what the player is doing.
    ///
    /// A peer that only ends its sending side may still read, so an answer that is being written goes on until a write
    /// meets the reset that follows a real leaving. Nothing would follow at a gate or in a pause: there an end is an end.
    func peerEnded(_ end: Connection.PeerEnd) {
        switch (end, waiting) {
        case (.reset, _), (.fin, .gate): interrupt(.left)
        case (.fin, .clock) where isPausing: interrupt(.left)
        case (.fin, _): break
        }
    }

    private func end(_ reason: ExchangeRecord.EndReason, made: Int) {
        var missed = timeline.unreachable
        if made < timeline.entries.count {
            let cause = cause(of: reason)
            for case .step(let action, let place) in timeline.entries.dropFirst(made + (hasBegunStep ? 1 : 0)) {
                missed.append("\(action.phrase) at \(place.position.text) not reached: \(cause)")
            }
        }
        exchange.end(
            reason, unacknowledged: connection.isOpen ? connection.unacknowledgedBytes : nil, withoutEffect: missed)
    }

    private func cause(of reason: ExchangeRecord.EndReason) -> String {
        let who =
            switch reason {
            case .left: "the client left"
            case .timeout: "the client was silent too long"
            case .cut: "the connection was cut"
            case .failed: "the file has become shorter"
            case .stopped, .complete, .refused: "the instance ended"
            }
        guard let served = plan.served else { return who }
        let offset = served.lowerBound + exchange.record.bodySent
        guard let length = content.length, length > 0 else { return "\(who) at \(offset) B" }
        return "\(who) at \(Int((Double(offset) / Double(length) * 100).rounded(.down)))%"
    }
}
