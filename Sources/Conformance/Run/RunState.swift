internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

/// What is known at a moment of a run: what the client has reported, and where the server stands.
///
/// Pure: events go in, and the question whether a goal is met is answered from them.
struct RunState {
    /// What the client has reported of one transfer.
    struct Transfer {
        var isStarted = false
        var hasHead = false
        var total: Int64 = 0
        /// Where a resumed transfer said that it went on.
        var base: Int64 = 0
        var pieces = 0
        var hasEnded = false
        var question: AdapterEvent.Question?
        var isSuspended = false
        var resumeData: AdapterEvent.ResumeData?
        var end: AdapterEvent.End?
        /// Whether its bytes are counted from the beginning of the representation although a part is sent.
        var isResumed = false
    }

    /// Where the server stands with one exchange.
    struct Exchange {
        var transfer: String?
        var hold: Hold?
        var hasLeft = false
        var isStalled = false
        var isOver = false
    }

    /// A gate at which an exchange waits.
    struct Hold {
        var gate: String
        var offset: Int64?
        var sent: Int64
    }

    private(set) var transfers: [String: Transfer] = [:]
    private(set) var exchanges: [ExchangeID: Exchange] = [:]
    /// The gates at which connections are held before a request is read from them.
    private(set) var doors: [ConnectionID: String] = [:]
    private(set) var pongs: Set<Int> = []
    private(set) var resets = 0
    private(set) var sessions: Set<String> = []
    /// What the adapter said that it does not do, as clauses.
    private(set) var refusals: [String] = []
    private var connections: [ConnectionID: ExchangeID] = [:]
    private var successors: [String: String] = [:]

    /// Bytes that may lie between the wire and the application (the client's own word).
    let quantum: Int64
    /// Gates that hold when everything has been sent: in front of them lies the end too.
    let gatesBehindEnd: Set<String>

    init(quantum: Int64 = 0, gatesBehindEnd: Set<String> = []) {
        self.quantum = quantum
        self.gatesBehindEnd = gatesBehindEnd
    }

    /// Notes that a transfer continues another one, whose name its requests may still carry.
    mutating func begin(resumed name: String, from before: String) {
        transfers[name, default: Transfer()].isResumed = true
        successors[before] = name
    }

    /// Whose request carries this name now.
    private func owner(_ name: String) -> String {
        var owner = name
        while let next = successors[owner] { owner = next }
        return owner
    }

    /// Takes what the client reported.
    mutating func take(_ event: AdapterEvent) {
        switch event {
        case .pong(let id): pongs.insert(id)
        case .reset: resets += 1
        case .configured(let session): sessions.insert(session)
        case .unsupported(let what, _, let reason): refusals.append("\(what): \(reason)")
        default: break
        }
        guard let name = event.transfer else { return }
        var transfer = transfers[name, default: Transfer()]
        switch event {
        case .started: transfer.isStarted = true
        case .head(let head):
            transfer.hasHead = true
            transfer.base = Int64(head.resumedAt ?? 0)
            transfer.total = max(transfer.total, transfer.base)
        case .bytes(let bytes):
            transfer.total = Int64(bytes.total)
            transfer.pieces += 1
        case .question(let question): transfer.question = question
        case .suspended: transfer.isSuspended = true
        case .unsuspended: transfer.isSuspended = false
        case .resumeData(let data): transfer.resumeData = data
        case .end(let end):
            transfer.hasEnded = true
            if transfer.end == nil { transfer.end = end }
        default: break
        }
        transfers[name] = transfer
    }

    /// Notes that the question of a transfer was answered.
    mutating func answered(_ name: String) {
        transfers[name]?.question = nil
    }

    /// Takes what the server saw.
    mutating func take(_ event: JournalEvent) {
        if let id = event.exchange, let connection = event.connection { connections[connection] = id }
        if event.exchange == nil, let connection = event.connection { noteDoor(of: connection, event.kind) }
        // A peer leaves a connection; what was under way on it has lost its peer.
        guard let id = event.exchange ?? event.connection.flatMap({ connections[$0] }) else { return }
        var exchange = exchanges[id, default: Exchange()]
        exchange.transfer = exchange.transfer ?? event.transfer.map(owner)
        switch event.kind {
        case .held(let gate, let offset, let sent): exchange.hold = Hold(gate: gate, offset: offset, sent: sent)
        case .released: exchange.hold = nil
        case .stalled: exchange.isStalled = true
        case .wrote: exchange.isStalled = false
        case .left:
            exchange.hasLeft = true
            exchange.hold = nil
        case .ended:
            exchange.isOver = true
            exchange.hold = nil
        default: break
        }
        exchanges[id] = exchange
    }

    /// Takes what happened on a connection outside of its exchanges.
    private mutating func noteDoor(of connection: ConnectionID, _ kind: JournalEvent.Kind) {
        switch kind {
        case .held(let gate, _, _): doors[connection] = gate
        case .released, .left, .closed: doors[connection] = nil
        default: break
        }
    }
}
