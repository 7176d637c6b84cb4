/// The record of a connection while it is being written, and the events that tell of it.
final class ConnectionLog {
    var record: ConnectionRecord
    private let history: EventHistory

    init(_ record: ConnectionRecord, history: EventHistory) {
        self.record = record
        self.history = history
    }

    /// When the kernel last took bytes.
    private var lastWrite: Duration?

    /// The kernel took bytes of an answer.
    func wrote(_ count: Int, at time: Duration) {
        record.sent += Int64(count)
        lastWrite = time
    }

    /// The connection comes to its end; the last look counts.
    func closing(unacknowledged: Int) { record.unacknowledged = unacknowledged }

    /// The peer left while no exchange was running.
    func left(_ kind: ExchangeRecord.Departure.Kind, unacknowledged: Int) {
        let time = history.now
        if record.departure == nil {
            record.departure = ExchangeRecord.Departure(
                kind: kind, time: time, silence: lastWrite.map { time - $0 }, bodySent: 0,
                unacknowledged: unacknowledged)
        }
        history.append(.left(kind), at: time, connection: record.id)
    }

    /// A gate was reached before anything was read; the result names the hold for ``released(_:atOnce:)``.
    func held(gate: String) -> Int {
        let time = history.now
        record.holds.append(
            ExchangeRecord.Hold(gate: gate, position: Self.position, offset: nil, time: time))
        history.append(.held(gate: gate, offset: nil, sent: 0), at: time, connection: record.id)
        return record.holds.count - 1
    }

    /// The gate let the connection go on.
    func released(_ hold: Int, atOnce: Bool) {
        let time = atOnce ? record.holds[hold].time : history.now
        record.holds[hold].released = time
        history.append(.released(gate: record.holds[hold].gate), at: time, connection: record.id)
    }

    /// A pause begins; the result names it for ``resumed(_:)``.
    func paused(for duration: Duration) -> Int {
        record.pauses.append(
            ExchangeRecord.Pause(position: Self.position, time: history.now, planned: duration))
        return record.pauses.count - 1
    }

    /// The pause is over.
    func resumed(_ pause: Int) {
        record.pauses[pause].actual = history.now - record.pauses[pause].time
    }

    /// The connection was cut before anything was read from it.
    func cut(_ kind: ExchangeRecord.Cut.Kind) {
        let time = history.now
        record.cut = ExchangeRecord.Cut(
            kind: kind, position: Self.position, offset: nil, time: time, unacknowledged: 0)
        history.append(.cut(kind, offset: nil), at: time, connection: record.id)
    }

    /// The server is done with the connection.
    func close() {
        guard record.closed == nil else { return }
        let time = history.now
        record.closed = time
        history.append(.closed, at: time, connection: record.id)
    }

    /// The place of trouble at accept, as journals name it.
    private static let position = "accept"
}
