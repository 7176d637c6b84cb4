internal import EventLoop

/// The journal of an instance while it is being written; bounded, on the loop.
final class InstanceLog {
    let history: EventHistory

    /// An exchange in either form.
    private enum Entry {
        case full(Exchange)
        case plain(PlainExchange)

        var record: ExchangeRecord {
            switch self {
            case .full(let exchange): exchange.record
            case .plain(let exchange): exchange.record
            }
        }

        /// Whoever still writes it need not keep what nobody can read any more.
        func forget() {
            if case .full(let exchange) = self { exchange.forget() }
        }
    }

    private let limits: FixtureServer.Limits
    private var exchanges: Ring<Entry>
    private var connections: Ring<ConnectionLog>
    private var exchangeCount = 0
    private var connectionCount = 0
    private var outages: [Journal.Outage] = []
    /// How many connections were turned away.
    var connectionsRefused = 0
    /// How many connections carried requests to the control API.
    var controlConnections = 0

    init(limits: FixtureServer.Limits) {
        self.limits = limits
        history = EventHistory(capacity: limits.journalEvents, bytes: limits.journalBytes)
        exchanges = Ring(capacity: limits.journalExchanges, bytes: limits.journalBytes)
        connections = Ring(capacity: limits.journalExchanges)
    }

    /// Real time since the instance started.
    var now: Duration { history.now }

    /// Begins the record of a connection.
    func open(origin: String) -> ConnectionLog {
        connectionCount += 1
        let time = now
        let entry = ConnectionLog(
            ConnectionRecord(id: ConnectionID(connectionCount), origin: origin, opened: time), history: history)
        while connections.makeRoom() != nil {}
        connections.append(entry)
        history.append(.opened(origin: origin), at: time, connection: entry.record.id)
        return entry
    }

    /// Begins the record of an exchange.
    func begin(
        _ request: ExchangeRecord.Request, on connection: ConnectionLog
    ) -> Exchange {
        exchangeCount += 1
        connection.record.requests += 1
        let record = ExchangeRecord(
            id: ExchangeID(exchangeCount), connection: connection.record.id, number: connection.record.requests,
            origin: connection.record.origin, started: now, request: request)
        return keep(record, on: connection)
    }

    private func keep(_ record: ExchangeRecord, on connection: ConnectionLog) -> Exchange {
        let exchange = Exchange(record, on: connection, log: self, writeLimit: limits.journalWrites)
        keep(.full(exchange), bytes: record.footprint)
        return exchange
    }

    private func keep(_ entry: Entry, bytes: Int) {
        while let oldest = exchanges.makeRoom(for: bytes) { oldest.forget() }
        exchanges.append(entry, bytes: bytes)
    }

    /// The record of an exchange takes so many bytes more, or fewer.
    func grow(_ exchange: ExchangeID, by bytes: Int) {
        exchanges.grow(exchange.number - 1, by: bytes)
        while let oldest = exchanges.dropExcess() { oldest.forget() }
    }

    /// Begins the record of a prepared answer; one of the two functions below puts it into the journal.
    func begin(
        _ prepared: PreparedAnswer, head: [UInt8], transfer: String?, on connection: ConnectionLog, at time: Duration
    ) -> PlainExchange {
        exchangeCount += 1
        connection.record.requests += 1
        return PlainExchange(
            id: ExchangeID(exchangeCount), connection: connection.record.id, number: connection.record.requests,
            origin: connection.record.origin, started: time, head: head, transfer: transfer, prepared: prepared,
            occurrence: prepared.ledger.requests)
    }

    /// The kernel took all of a prepared answer at once; the result is when.
    func end(_ plain: PlainExchange, on connection: ConnectionLog) -> Duration {
        var plain = plain
        let time = now
        plain.ended = time
        connection.wrote(plain.prepared.bytes.count, at: time)
        keep(.plain(plain), bytes: plain.footprint)
        history.append(plain, endedAt: time)
        return time
    }

    /// The kernel took only the beginning of a prepared answer.
    func begin(_ plain: PlainExchange, taken: Int, on connection: ConnectionLog) -> Exchange {
        let exchange = keep(plain.record, on: connection)
        exchange.requested(
            resource: plain.prepared.resource, path: plain.prepared.path, occurrence: plain.occurrence)
        exchange.wrote(
            headLength: plain.prepared.headLength, from: 0, to: taken, of: plain.prepared.bytes.count)
        return exchange
    }

    /// An origin refuses connections, or accepts them again.
    func tell(_ origin: String, isDown: Bool) {
        let time = now
        if isDown {
            outages.append(Journal.Outage(origin: origin, began: time))
        } else if let last = outages.lastIndex(where: { $0.origin == origin }) {
            outages[last].ended = time
        }
        history.append(isDown ? .down(origin: origin) : .up(origin: origin), at: time)
    }

    /// One exchange as it stands, unless it was forgotten.
    func record(of id: ExchangeID) -> ExchangeRecord? {
        exchanges.element(id.number - 1)?.record
    }

    /// How far an exchange came: nil while it has not begun, then whether it is over.
    func isEnded(_ id: ExchangeID) -> Bool? {
        guard id.number <= exchangeCount else { return nil }
        return record(of: id).map { $0.ended != nil } ?? true
    }

    /// One connection as it stands, unless it was forgotten.
    func record(of id: ConnectionID) -> ConnectionRecord? { connections.element(id.number - 1)?.record }

    /// How many exchanges there were.
    var exchangesInAll: Int { exchangeCount }

    /// How many connections there were.
    var connectionsInAll: Int { connectionCount }

    /// Everything so far.
    func snapshot(
        instance: String, scenario: String, seed: UInt64, speed: Double, attemptsUnused: [String: [Int]]
    ) -> Journal {
        Journal(
            instance: instance, scenario: scenario, seed: seed, lived: now,
            exchanges: exchanges.elements.map(\.record), connections: connections.elements.map(\.record),
            exchangesDropped: exchanges.dropped, connectionsDropped: connections.dropped,
            connectionsRefused: connectionsRefused, attemptsUnused: attemptsUnused, speed: speed, outages: outages)
    }
}
