internal import EventLoop

/// The journal of an instance while it is being written; bounded, on the loop.
final class InstanceLog {
    let history: EventHistory
    private let start = Duration.monotonic
    private let limits: FixtureServer.Limits
    private var exchanges: Ring<Exchange>
    private var connections: Ring<ConnectionLog>
    private var exchangeCount = 0
    private var connectionCount = 0
    /// How many connections were turned away.
    var connectionsRefused = 0

    init(limits: FixtureServer.Limits) {
        self.limits = limits
        history = EventHistory(capacity: limits.journalEvents)
        exchanges = Ring(capacity: limits.journalExchanges)
        connections = Ring(capacity: limits.journalExchanges)
    }

    /// Real time since the instance started.
    var now: Duration { .monotonic - start }

    /// Begins the record of a connection.
    func open(origin: String) -> ConnectionLog {
        connectionCount += 1
        let time = now
        let entry = ConnectionLog(
            ConnectionRecord(id: ConnectionID(connectionCount), origin: origin, opened: time), log: self)
        connections.append(entry)
        history.append(.opened(origin: origin), at: time, connection: entry.record.id)
        return entry
    }

    /// Begins the record of an exchange.
    func begin(
        _ request: ExchangeRecord.Request, on connection: ConnectionLog, at time: Duration? = nil
    ) -> Exchange {
        exchangeCount += 1
        connection.record.requests += 1
        let record = ExchangeRecord(
            id: ExchangeID(exchangeCount), connection: connection.record.id, number: connection.record.requests,
            origin: connection.record.origin, started: time ?? now, request: request)
        let exchange = Exchange(record, log: self, writeLimit: limits.journalWrites)
        exchanges.append(exchange)
        return exchange
    }

    /// One exchange as it stands, unless it was forgotten.
    func record(of id: ExchangeID) -> ExchangeRecord? {
        exchanges.element(id.number - 1)?.record
    }

    /// Everything so far.
    func snapshot(instance: String, scenario: String, seed: UInt64, attemptsUnused: [String: [Int]]) -> Journal {
        Journal(
            instance: instance, scenario: scenario, seed: seed, lived: now,
            exchanges: exchanges.elements.map(\.record), connections: connections.elements.map(\.record),
            exchangesDropped: exchanges.dropped, connectionsDropped: connections.dropped,
            connectionsRefused: connectionsRefused, attemptsUnused: attemptsUnused)
    }
}

/// The record of a connection while it is being written.
final class ConnectionLog {
    var record: ConnectionRecord
    let log: InstanceLog

    init(_ record: ConnectionRecord, log: InstanceLog) {
        self.record = record
        self.log = log
    }

    /// The peer left while no exchange was running.
    func left(_ kind: ExchangeRecord.Departure.Kind) {
        let time = log.now
        if record.departure == nil {
            record.departure = ExchangeRecord.Departure(kind: kind, time: time, bodySent: 0)
        }
        log.history.append(.left(kind), at: time, connection: record.id)
    }

    /// The server is done with the connection.
    func close() {
        guard record.closed == nil else { return }
        let time = log.now
        record.closed = time
        log.history.append(.closed, at: time, connection: record.id)
    }
}
