internal import EventLoop
internal import HTTPMessages
internal import HTTPWire

/// The way of small plain answers: one write, no player, and no suspension unless the socket is full.
extension ServedConnection {
    /// How far a prepared answer came without suspending.
    enum Prepared {
        /// It was sent, at this time.
        case whole(Duration)
        /// The rest has to wait for room.
        case part(Exchange, rest: ArraySlice<UInt8>)
        /// There is none for this request, or nothing of it could be sent.
        case nothing
    }

    /// Answers a plain request for a small body in one write.
    func answerAtOnce(_ request: IncomingRequest) -> Prepared {
        guard PreparedAnswer.suits(request), connection.peerEnd == nil, !isLinked else { return .nothing }
        let started = instance.log.now
        let target = request.head.target
        guard let prepared = instance.preparedAnswer(target, on: entry.record.origin, at: started) else {
            return .nothing
        }
        let taken = connection.writeAtOnce(prepared.bytes)
        guard taken > 0 else { return .nothing }
        prepared.ledger.countPlain()
        let plain = instance.log.begin(
            prepared, head: takeHead(), transfer: request.head.fields.first("Sluice-Transfer"), on: entry, at: started)
        if taken == prepared.bytes.count { return .whole(instance.log.end(plain, on: entry)) }
        return .part(instance.log.begin(plain, taken: taken, on: entry), rest: prepared.bytes[taken...])
    }

    /// Writes what a full socket left of a prepared answer; the result says whether another may follow.
    func write(_ rest: ArraySlice<UInt8>, of exchange: Exchange) async -> Bool {
        isWriting(exchange)
        defer { isWriting(nil) }
        var pieces = OutputPieces([rest])
        let content = exchange.record.response.map(\.bytes.bytes.count) ?? 0
        var place = rest.startIndex
        do {
            while !pieces.isEmpty {
                let taken = try await connection.writeSome(&pieces)
                exchange.wrote(headLength: content, from: place, to: place + taken, of: rest.endIndex)
                place += taken
            }
        } catch {
            exchange.failed(length: rest.endIndex - place, error.code.description)
            exchange.end(interruption?.reason ?? .left, unacknowledged: nil)
            return false
        }
        exchange.completedFraming()
        exchange.end(.complete, unacknowledged: connection.unacknowledgedBytes)
        return true
    }
}
