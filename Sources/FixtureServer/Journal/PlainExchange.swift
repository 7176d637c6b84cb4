internal import HTTPMessages
internal import HTTPWire

/// The record of a prepared answer in a few words; the whole of it is made when somebody reads it.
///
/// A loaded server writes a hundred thousand of these a second, and nearly all of them are forgotten unread.
struct PlainExchange {
    let id: ExchangeID
    let connection: ConnectionID
    /// The place among the connection's exchanges.
    let number: Int
    let origin: String
    let started: Duration
    /// The request's head.
    let head: [UInt8]
    let transfer: String?
    let prepared: PreparedAnswer
    /// The place among the requests for the path.
    let occurrence: Int
    /// When the one write was over, or nil as long as it is not.
    var ended: Duration?

    /// The record, complete if the exchange has ended.
    var record: ExchangeRecord {
        var parser = RequestParser()
        parser.receive(head)
        var request: HTTPRequestHead?
        if case .head(let incoming)? = parser.next() { request = incoming.head }
        var record = ExchangeRecord(
            id: id, connection: connection, number: number, origin: origin, started: started,
            request: ExchangeRecord.Request(bytes: WireBytes(head), head: request))
        record.resource = prepared.resource
        record.path = prepared.path
        record.occurrence = occurrence
        record.response = prepared.response
        record.framing = .length
        record.representation = prepared.representation
        record.served = 0..<Int64(prepared.contentLength)
        guard let ended else { return record }
        let count = prepared.bytes.count
        record.writes = [
            ExchangeRecord.Write(
                time: ended, offset: prepared.contentLength > 0 ? 0 : nil, body: prepared.contentLength,
                length: count, taken: count)
        ]
        record.sent = Int64(count)
        record.bodySent = Int64(prepared.contentLength)
        record.framingComplete = true
        record.ended = ended
        record.reason = .complete
        return record
    }
}
