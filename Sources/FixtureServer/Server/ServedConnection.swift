internal import EventLoop
internal import HTTPMessages
internal import HTTPWire
internal import Scenarios

/// One accepted connection: its requests are read and answered one after another, by one task.
///
/// On the loop only, owned by the running instance until it is over.
final class ServedConnection {
    let connection: Connection
    let entry: ConnectionLog
    let instance: RunningInstance
    /// The task that serves it; set right after it was made.
    var task: Task<Void, Never>?
    /// When the connection last did something, in the log's time; nil while an answer is played.
    private(set) var idleSince: Duration?

    private var reader: RequestReader
    /// What the scenario does before anything is read.
    private let trouble: [Step.Action]
    private var entrance: Entrance?
    private var player: ScriptPlayer?
    private var exchange: Exchange?
    private var request: IncomingRequest?
    /// The exchange of the request that is not read to its end; it may have been answered early.
    private var unread: Exchange?
    /// What is wrong with the content of the request, if it is none.
    private(set) var contentFailure: WireFailure?
    private var pending: Pending?
    private var occurrence = 0
    /// Why the connection was ended from this side, if it was.
    private(set) var interruption: ScriptPlayer.Interruption?
    /// Whether a request to the control API is being answered.
    var isControlling = false

    init(_ connection: Connection, entry: ConnectionLog, trouble: [Step.Action], instance: RunningInstance) {
        self.connection = connection
        self.trouble = trouble
        self.entry = entry
        self.instance = instance
        reader = RequestReader(limits: instance.configuration.limits)
        connection.onPeerEnd = { [unowned self] end in peerEnded(end) }
        connection.onStall = { [unowned self] in stalled() }
    }

    var id: ConnectionID { entry.record.id }

    /// Serves until one side ends.
    func serve() async {
        if await enter() { await serveRequests() }
        closing()
        connection.close()
        entry.close()
        instance.forget(self)
    }

    /// Makes the trouble at accept; the result says whether requests may be read.
    private func enter() async -> Bool {
        guard !trouble.isEmpty else { return true }
        let entrance = Entrance(
            connection, entry: entry, gates: instance.gates, clock: instance.clock
        ) { [unowned self] in cancelSleep() }
        self.entrance = entrance
        defer { self.entrance = nil }
        switch await entrance.play(trouble) {
        case .passed: return true
        case .cut: await finish()
        case .calledOff: break
        }
        return false
    }

    private func serveRequests() async {
        while true {
            if dealWithEvents() {
                if instance.isDown(entry.record.origin) { return await finish() }
                idleSince = instance.log.now
                let isThere = await connection.receive { [unowned self] bytes in
                    reader.take(bytes)
                    return dealWithEvents()
                }
                idleSince = nil
                guard isThere else { return }
            }
            guard let request = pending.take() else { continue }
            switch request {
            case .plain(let exchange, let rest): guard await write(rest, of: exchange) else { return }
            case .played(let request) where isForController(request): guard await control(request) else { return }
            case .played(let request): guard await answer(request) else { return }
            case .none(let failure): return await refuse(failure)
            }
        }
    }

    /// What has to be answered by the task, because it may have to wait.
    private enum Pending {
        /// A prepared answer that the socket did not take whole.
        case plain(Exchange, rest: ArraySlice<UInt8>)
        /// An answer that a player plays.
        case played(IncomingRequest)
        /// What is no request.
        case none(WireFailure)
    }

    /// Answers on the spot what can be; false when something is pending that cannot.
    private func dealWithEvents() -> Bool {
        while let event = readEvent() {
            switch event {
            case .head(let request):
                switch answerAtOnce(request) {
                case .whole(let time):
                    idleSince = time
                    continue
                case .part(let exchange, let rest): pending = .plain(exchange, rest: rest)
                case .nothing: pending = .played(request)
                }
            case .failure(let failure): pending = Pending.none(failure)
            case .body, .end: continue  // The rest of a request that was answered early.
            }
            return false
        }
        return true
    }

    /// The next event, if the bytes of one are there; the journal has what belongs to a request, also one that was answered.
    private func readEvent() -> RequestParser.Event? {
        guard let event = reader.next() else { return nil }
        switch event {
        case .body(let bytes): unread?.received(bytes)
        case .end: unread.take()?.receivedAll()
        case .head, .failure: break
        }
        return event
    }

    /// The next event of a request's content; nil when the peer has ended.
    private func nextEvent() async -> RequestParser.Event? {
        while true {
            if let event = readEvent() { return event }
            idleSince = instance.log.now
            guard let bytes = await connection.read() else { return nil }
            idleSince = nil
            reader.take(bytes)
        }
    }

    /// The whole content of a request that none of was read yet; nil when it is too long or the peer left inside.
    func content(of request: IncomingRequest, atMost limit: Int) async -> [UInt8]? {
        guard request.framing != .none else { return [] }
        var content: [UInt8] = []
        while content.count <= limit {
            switch await nextEvent() {
            case .body(let bytes): content += bytes
            case .end: return content
            case .failure, .head, nil: return nil
            }
        }
        return nil
    }

    /// The bytes of the head that was read last.
    func takeHead() -> [UInt8] { reader.takeHead() }

    /// Tells whose answer is being written; nil when none is.
    func isWriting(_ exchange: Exchange?) { self.exchange = exchange }

    // MARK: Answering

    /// Answers one request; the result says whether another may follow.
    private func answer(_ request: IncomingRequest) async -> Bool {
        let exchange = instance.log.begin(
            ExchangeRecord.Request(bytes: WireBytes(takeHead()), head: request.head), on: entry)
        self.exchange = exchange
        let casting = await instance.casting(request.head, for: exchange, isReused: entry.record.requests > 1)
        if let interruption {
            exchange.end(interruption.reason, unacknowledged: nil)
            return false
        }
        self.request = request
        unread = request.framing == .none ? nil : exchange
        occurrence = casting.occurrence
        let player = ScriptPlayer(
            plan: casting.plan, version: casting.version, made: casting.made, answer: casting.answer,
            exchange: exchange, connection: connection, stage: self)
        self.player = player
        defer {
            self.player = nil
            self.exchange = nil
        }
        switch await player.play() {
        case .complete:
            if casting.plan.keepsConnection { return true }
            await finish()
        case .cut:
            await finish()
        case .refused:
            if let contentFailure { await refuse(contentFailure) }
        default:
            break
        }
        return false
    }

    /// Answers what is no request, and ends the connection (RFC 9112 §9.6).
    private func refuse(_ failure: WireFailure) async {
        let problem = failure.description
        let exchange = instance.log.begin(
            ExchangeRecord.Request(bytes: WireBytes(reader.takeAll()), head: nil, problem: problem), on: entry)
        exchange.requested(resource: nil)
        let plan = AnswerPlan.refusal(failure.status, problem, for: nil, at: instance.date)
        self.exchange = exchange
        unread = nil
        let player = ScriptPlayer(
            plan: plan, version: nil, made: nil, answer: Answer(), exchange: exchange, connection: connection,
            stage: self)
        self.player = player
        _ = await player.play(as: .refused)
        self.player = nil
        self.exchange = nil
        await finish()
    }

    /// Ends the connection in order: FIN, and what the peer still sends is dropped until it ends too.
    ///
    /// The rest of a request is dropped whatever its length, and waited for as any part of one is: a reset could take the
    /// answer from a client that still sends (RFC 9112 §9.6).
    func finish() async {
        guard connection.isOpen else { return }
        guard unread != nil else { return await connection.finish() }
        let patience = instance.configuration.limits.idleTime
        await connection.finish(droppingAtMost: .max, waitingAtMost: patience) { bytes in
            reader.take(bytes)
            while unread != nil, readEvent() != nil {}
        }
    }

    // MARK: Endings

    private func peerEnded(_ end: Connection.PeerEnd) {
        let kind: ExchangeRecord.Departure.Kind = end == .reset ? .rst : .fin
        if let exchange, !exchange.isEnded {
            let departure = exchange.departure(kind, unacknowledged: connection.unacknowledgedBytes)
            exchange.left(departure)
            exchange.tellLeft(kind, at: departure.time)
            if entry.record.departure == nil { entry.record.departure = departure }
        } else {
            entry.left(kind, unacknowledged: connection.unacknowledgedBytes)
        }
        // By the time that this side is done, the socket may be gone.
        closing()
        player?.peerEnded(end)
        entrance?.callOff()
        if isControlling { cancelSleep() }
    }

    /// Looks at what the peer acknowledged.
    private func closing() {
        if connection.isOpen { entry.closing(unacknowledged: connection.unacknowledgedBytes) }
    }

    private func stalled() {
        if let player { player.stalled() } else { exchange?.stalled() }
    }

    /// Ends the connection unless it is busy with an exchange, or held at accept.
    func stopIfIdle() {
        if idleSince != nil, exchange == nil { connection.close() }
    }

    /// Ends the connection at once, whatever it is doing.
    func stop(_ reason: ScriptPlayer.Interruption) {
        interruption = reason
        player?.interrupt(reason)
        entrance?.callOff()
        if isControlling { cancelSleep() }
        closing()
        connection.close()
    }
}

/// What the player of an answer needs of the connection around it.
extension ServedConnection {
    /// The time in which scenarios pause and pace.
    var clock: LoopClock { instance.clock }
    /// Whether the connection shares a line with the others of the instance.
    var isLinked: Bool { instance.link != nil }
    /// The next share of the line, and when it may be written in clock time; everything at once where there is none.
    func linkShare(of wanted: Int64) -> (size: Int64, due: Duration) {
        instance.link?.share(of: wanted, at: clock.now) ?? (wanted, .zero)
    }
    /// The gates of the instance.
    var gates: GateBoard { instance.gates }
    /// Whether the request has content that was not read.
    var hasMoreToReceive: Bool { unread != nil }
    /// Whether the client waits for a 100 before it sends content.
    var expectsContinue: Bool { request?.expectsContinue ?? false }

    /// What this exchange's jitter is drawn from.
    var jitterSeed: UInt64 {
        var seed = instance.seed
        for byte in instance.pathInScenario(exchange?.record.path ?? "").utf8 {
            seed = (seed ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return seed &+ UInt64(occurrence)
    }

    /// Reads some content of the request, or its end; false when the peer left.
    func receive() async -> Bool {
        switch await nextEvent() {
        case .body, .end: return true
        case .failure(let failure):
            contentFailure = failure
            return false
        case .head, nil: return false
        }
    }

    /// Wakes the player from its sleep, for good.
    func cancelSleep() { task?.cancel() }

    /// The bytes of a short source, or nil when there are none to be had.
    func bytes(of source: BodySource) -> [UInt8]? { instance.bytes(of: source) }

    /// Field lines with addresses put in.
    func fields(_ lines: [FieldLine]) -> HTTPFields {
        HTTPFields(lines.map { HTTPField($0.name, $0.value.text(authority: instance.authority(of:))) })
    }
}
