internal import EventLoop
internal import Scenarios

/// How bytes get to the socket: gathered, split, in the shares of a line, and each write recorded.
extension ScriptPlayer {
    /// Sends bytes that are not content, together with what is gathered, unless the answer is split.
    func send(_ bytes: ArraySlice<UInt8>) async throws(Interruption) {
        guard let split = answer.split else {
            write.append(bytes)
            return
        }
        var rest = bytes
        while !rest.isEmpty {
            let (size, due) = schedule.next(remaining: Int64(rest.count))
            let piece = rest.prefix(Int(min(size, split.size.upperBound)))
            try await awaitDue(due)
            write.append(piece)
            rest = rest.dropFirst(piece.count)
            try await flush()
        }
    }

    /// Writes what is gathered, and records every write with what the kernel took.
    ///
    /// - Returns: Whether the socket was full meanwhile.
    @discardableResult
    func flush() async throws(Interruption) -> Bool {
        guard !write.isEmpty else { return false }
        let outgoing = write
        write = OutgoingWrite()
        let before = stalls
        let most = answer.split.map { Int(clamping: $0.size.upperBound) } ?? outgoing.bytes.count
        for start in stride(from: 0, to: outgoing.bytes.count, by: most) {
            if start > 0 { try await awaitNextPart() }
            try await put(outgoing, start..<min(start + most, outgoing.bytes.count))
        }
        return stalls != before
    }

    /// What frames a chunk makes a piece longer than the split allows; the next part of it waits as if it were a piece.
    private func awaitNextPart() async throws(Interruption) {
        guard let split = answer.split else { return }
        if answer.pace == nil {
            try await awaitDue(schedule.next(remaining: .max).due)
        } else {
            try await sleep(until: stage.clock.now + split.interval.lowerBound)
        }
    }

    /// Writes a part of what was gathered, in the shares that the line of the instance has for it.
    private func put(_ outgoing: OutgoingWrite, _ part: Range<Int>) async throws(Interruption) {
        var start = part.lowerBound
        while start < part.upperBound {
            var end = part.upperBound
            if stage.isLinked {
                let (size, due) = stage.linkShare(of: Int64(end - start))
                try await sleep(until: due)
                end = start + Int(size)
            }
            try await writeOut(outgoing, start..<end)
            start = end
        }
    }

    private func writeOut(_ outgoing: OutgoingWrite, _ part: Range<Int>) async throws(Interruption) {
        if let interruption { throw interruption }
        var rest = OutputPieces([outgoing.bytes[part]])
        var sent = part.lowerBound
        while !rest.isEmpty {
            do {
                let taken = try await connection.writeSome(&rest)
                let content = outgoing.content(in: sent..<(sent + taken))
                if content.count > 0 { isFresh = false }
                exchange.wrote(
                    offset: content.offset, body: content.count, length: part.upperBound - sent, taken: taken)
                sent += taken
            } catch {
                exchange.failed(length: part.upperBound - sent, error.code.description)
                throw interruption ?? .left
            }
        }
    }

    /// A write found no room.
    func stalled() {
        stalls += 1
        exchange.stalled()
    }

    /// Sends a stretch of a file straight from the page cache.
    func sendFile(_ file: FileContent, _ range: Range<Int64>) async throws(Interruption) {
        try await flush()
        var offset = range.lowerBound
        while offset < range.upperBound {
            if let interruption { throw interruption }
            do {
                let taken = try await connection.sendFileSome(file.descriptor, range: offset..<range.upperBound)
                exchange.wrote(offset: offset, body: taken, length: Int(range.upperBound - offset), taken: taken)
                offset += Int64(taken)
                remaining = remaining.map { $0 - Int64(taken) }
                isFresh = false
            } catch {
                exchange.failed(length: Int(range.upperBound - offset), error.code.description)
                throw error.code == .fileTooShort ? .failed : interruption ?? .left
            }
        }
        place = range.upperBound
    }
}
