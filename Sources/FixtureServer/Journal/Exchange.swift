internal import Digests
internal import EventLoop
internal import HTTPMessages

/// The record of an exchange while it is being written, and the events that tell of it.
final class Exchange {
    private(set) var record: ExchangeRecord
    private let history: EventHistory
    private let connection: ConnectionLog
    private weak var log: InstanceLog?
    private var writeLimit: Int
    private var isForgotten = false
    /// When the last piece of a pace was due and when it was made, in the scenario's time; nil where the pace begins anew.
    private var lastPiece: (due: Duration, made: Duration)?
    /// The digest of the request's content so far; nothing else is kept of it.
    private lazy var bodySum = SHA256()

    init(_ record: ExchangeRecord, on connection: ConnectionLog, log: InstanceLog, writeLimit: Int) {
        self.record = record
        self.connection = connection
        self.log = log
        history = log.history
        self.writeLimit = max(2, writeLimit)
    }

    var id: ExchangeID { record.id }
    var isEnded: Bool { record.ended != nil }

    /// Tells what was asked, and which part of the scenario answers.
    func requested(resource: String?, path: String? = nil, occurrence: Int? = nil, attempt: Int? = nil) {
        record.resource = resource
        record.path = path
        record.occurrence = occurrence
        record.attempt = attempt
        let head = record.request.head
        tell(
            .requested(method: head?.method.rawValue ?? "", target: head?.target ?? "", resource: resource),
            at: record.started)
    }

    /// Tells what will be sent.
    func planned(
        framing: ExchangeRecord.Framing, representation: ExchangeRecord.Representation?, served: Range<Int64>?,
        coding: BodyCoding?
    ) {
        record.framing = framing
        record.representation = representation
        record.served = served
        record.coding = coding?.recorded
    }

    /// Bytes of the head are on their way.
    func responded(_ response: ExchangeRecord.Response) {
        guard record.response == nil else { return }
        record.response = response
        grow(by: response.footprint)
    }

    /// Content of the request came in.
    func received(_ bytes: ArraySlice<UInt8>) {
        record.request.bodyReceived += Int64(bytes.count)
        bodySum.update(bytes)
    }

    /// All content of the request came in.
    func receivedAll() { record.request.bodySHA256 = bodySum.digest.hex }

    /// The kernel took bytes.
    func wrote(offset: Int64?, body: Int, length: Int, taken: Int) {
        let time = history.now
        if record.writes.count >= writeLimit {
            record.writes.removeFirst(writeLimit / 2)
            record.writesDropped += writeLimit / 2
            grow(by: -(writeLimit / 2) * ExchangeRecord.Write.footprint)
        }
        record.writes.append(
            ExchangeRecord.Write(time: time, offset: offset, body: body, length: length, taken: taken))
        grow(by: ExchangeRecord.Write.footprint)
        record.bodySent += Int64(body)
        record.sent += Int64(taken)
        connection.wrote(taken, at: time)
        tell(.wrote(offset: offset, body: body, bytes: taken), at: time)
    }

    /// A write found the connection gone, or its bytes.
    func failed(length: Int, _ reason: String) {
        record.failedWrite = ExchangeRecord.FailedWrite(time: history.now, length: length, reason: reason)
    }

    /// A pace begins.
    func begins(_ pace: String) {
        record.paces.append(ExchangeRecord.Pacing(pace: pace))
        grow(by: ExchangeRecord.stepFootprint)
        lastPiece = nil
    }

    /// The next piece of the pace is not due so long after the one before.
    func beginsAnew() { lastPiece = nil }

    /// A piece of the pace is sent; both are times of the scenario's clock.
    func keeps(due: Duration, made: Duration) {
        guard var pacing = record.paces.popLast() else { return }
        pacing.pieces += 1
        pacing.latest = max(pacing.latest, made - due)
        if let lastPiece {
            pacing.planned += due - lastPiece.due
            pacing.actual += made - lastPiece.made
        }
        lastPiece = (due, made)
        record.paces.append(pacing)
    }

    /// A write found no room.
    func stalled() {
        tell(.stalled(offset: nextOffset), at: history.now)
    }

    /// A gate was reached; the result names the hold for ``released(_:)``.
    func held(gate: String, position: String, offset: Int64?) -> Int {
        let time = history.now
        record.holds.append(ExchangeRecord.Hold(gate: gate, position: position, offset: offset, time: time))
        grow(by: ExchangeRecord.stepFootprint)
        tell(.held(gate: gate, offset: offset, sent: record.bodySent), at: time)
        return record.holds.count - 1
    }

    /// The gate let the exchange go on.
    func released(_ hold: Int, atOnce: Bool) {
        let time = atOnce ? record.holds[hold].time : history.now
        record.holds[hold].released = time
        tell(.released(gate: record.holds[hold].gate), at: time)
    }

    /// A pause begins; the result names it for ``resumed(_:)``.
    func paused(for duration: Duration, position: String) -> Int {
        record.pauses.append(ExchangeRecord.Pause(position: position, time: history.now, planned: duration))
        grow(by: ExchangeRecord.stepFootprint)
        return record.pauses.count - 1
    }

    /// The pause is over.
    func resumed(_ pause: Int) {
        record.pauses[pause].actual = history.now - record.pauses[pause].time
    }

    /// The script cut the connection.
    func cut(_ kind: ExchangeRecord.Cut.Kind, position: String, offset: Int64?, unacknowledged: Int) {
        let time = history.now
        record.cut = ExchangeRecord.Cut(
            kind: kind, position: position, offset: offset, time: time, unacknowledged: unacknowledged)
        tell(.cut(kind, offset: offset), at: time)
    }

    /// The mark that ends the body was sent.
    func completedFraming() {
        record.framingComplete = true
    }

    /// The peer left while the exchange was running.
    func left(_ departure: ExchangeRecord.Departure) {
        if record.departure == nil { record.departure = departure }
    }

    /// A departure at this moment.
    func departure(_ kind: ExchangeRecord.Departure.Kind, unacknowledged: Int) -> ExchangeRecord.Departure {
        let time = history.now
        return ExchangeRecord.Departure(
            kind: kind, time: time, silence: record.lastWrite.map { time - $0 }, bodySent: record.bodySent,
            unacknowledged: unacknowledged)
    }

    /// The exchange is over.
    func end(_ reason: ExchangeRecord.EndReason, unacknowledged: Int?, withoutEffect: [String] = []) {
        guard record.ended == nil else { return }
        let time = history.now
        record.ended = time
        record.reason = reason
        record.unacknowledged = unacknowledged
        record.withoutEffect += withoutEffect
        grow(by: withoutEffect.reduce(0) { $0 + ExchangeRecord.stepFootprint + $1.utf8.count })
        tell(.ended(reason), at: time)
    }

    /// The kernel took bytes of a head and its content, which are one array.
    func wrote(headLength: Int, from start: Int, to end: Int, of length: Int) {
        let content = max(start, headLength)..<max(end, headLength)
        wrote(
            offset: content.isEmpty ? nil : Int64(content.lowerBound - headLength), body: content.count,
            length: length - start, taken: end - start)
    }

    /// Tells that the peer left.
    func tellLeft(_ kind: ExchangeRecord.Departure.Kind, at time: Duration) {
        tell(.left(kind), at: time)
    }

    /// The representation's offset of the next byte, or nil when nothing of it is sent.
    private var nextOffset: Int64? {
        record.served.map { $0.lowerBound + record.bodySent }
    }

    /// The journal has no room for it any more: what only readers of the journal want is given up.
    func forget() {
        writeLimit = 2
        record.writesDropped += max(0, record.writes.count - 1)
        record.writes = record.writes.suffix(1)
        record.request.bytes = WireBytes([])
        isForgotten = true
    }

    private func grow(by bytes: Int) {
        if !isForgotten { log?.grow(record.id, by: bytes) }
    }

    private func tell(_ kind: JournalEvent.Kind, at time: Duration) {
        history.append(
            kind, at: time, connection: record.connection, exchange: record.id, transfer: record.request.transfer)
    }
}
