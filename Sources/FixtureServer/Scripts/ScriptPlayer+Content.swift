internal import EventLoop

extension ScriptPlayer {
    /// Sends a stretch of content in the pieces that the pace wants: one write each, and one chunk.
    func send(_ segment: AnswerPlan.Segment) async throws(Interruption) {
        switch segment {
        case .bytes(let bytes):
            try await sendPieces(Int64(bytes.count)) { offset, count, output in
                output.append(contentsOf: bytes[Int(offset)..<(Int(offset) + count)])
            }
        case .representation(let range):
            if let coder { return try await send(coder, upTo: range.upperBound) }
            if case .file(let file) = content, plan.framing != .chunked, !schedule.isPaced,
                !stage.isLinked, range.upperBound - range.lowerBound > PieceSchedule.largestPiece
            {
                return try await sendFile(file, range)
            }
            let start = range.lowerBound
            let count = range.upperBound == .max ? .max : range.upperBound - start
            let content = content
            try await sendPieces(count, from: start) { offset, count, output in
                content.append((start + offset)..<(start + offset + Int64(count)), to: &output)
            }
        }
    }

    /// Sends `total` bytes piece by piece, `Int64.max` without end; `fill` appends so many from so far into them.
    ///
    /// `start` is the representation's offset of the first, or nil when they are not of the representation.
    private func sendPieces(
        _ total: Int64, from start: Int64? = nil, fill: (Int64, Int, inout [UInt8]) -> Void
    ) async throws(Interruption) {
        var sent: Int64 = 0
        while sent < total {
            // What is gathered goes first: a paced piece has a write of its own, and no write carries two pieces.
            if schedule.isPaced || write.hasPiece { try await flush() }
            let (size, due) = schedule.next(remaining: total - sent)
            if schedule.isPaced { try await awaitDue(due) }
            write.appendPiece(of: Int(size), offset: start.map { $0 + sent }, isChunk: plan.framing == .chunked) {
                fill(sent, Int(size), &$0)
            }
            try checkContent(of: Int(size))
            sent += size
            remaining = remaining.map { $0 - size }
            if let start { place = start + sent }
            guard schedule.isPaced else { continue }
            if try await flush() { beginAnew(.behindPiece) }
        }
    }

    /// Sends the code of the content up to a place, all that is needed to decode it included.
    ///
    /// Pieces are of the code, so that paces and splits are exact on the wire; the journal counts the content, as far as
    /// the coder has read it when a piece goes out.
    private func send(_ coder: BodyCoder, upTo end: Int64) async throws(Interruption) {
        var code: [UInt8] = []
        while true {
            coder.append(upTo: end, until: schedule.largestPiece, to: &code)
            guard !code.isEmpty else { return }
            if schedule.isPaced || write.hasPiece { try await flush() }
            let (size, due) = schedule.next(remaining: Int64(code.count))
            if schedule.isPaced { try await awaitDue(due) }
            write.appendPiece(
                code[..<Int(size)], represents: place..<coder.place, isChunk: plan.framing == .chunked)
            try checkContent(of: Int(size))
            code.removeFirst(Int(size))
            place = coder.place
            guard schedule.isPaced else { continue }
            if try await flush() { beginAnew(.behindPiece) }
        }
    }

    /// Sends nothing that stands in the place of bytes which a file no longer has.
    private func checkContent(of length: Int) throws(Interruption) {
        guard content.isShort else { return }
        exchange.failed(length: length, SocketError.Code.fileTooShort.description)
        throw .failed
    }

    /// Waits until a piece is due, counted from the anchor; the first piece after an interruption sets the anchor.
    func awaitDue(_ due: Duration) async throws(Interruption) {
        let now = stage.clock.now
        let start = anchor ?? now
        anchor = start
        if start + due > now { try await sleep(until: start + due) }
        exchange.keeps(due: start + due, made: stage.clock.now)
    }

    /// Lets pieces and their times begin anew; nothing is caught up.
    func beginAnew(_ beginning: PieceSchedule.Beginning) {
        schedule.restart(beginning)
        exchange.beginsAnew()
        if beginning == .freely { isFresh = true }
        anchor = beginning == .behindPiece ? stage.clock.now : nil
    }

    /// Sleeps in clock time.
    func sleep(until deadline: Duration) async throws(Interruption) {
        if let interruption { throw interruption }
        waiting = .clock
        let isOver = (try? await stage.clock.sleep(until: deadline)) != nil
        waiting = .nothing
        if let interruption { throw interruption }
        if !isOver { throw .stopped }
    }
}
