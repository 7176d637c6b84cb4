internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension ExchangeRecord {
    /// How the exchange was over, in the words of the oracles; nil when the server was not done with it.
    var oracleEnd: ExchangeEnd? {
        if let cut { return .cut(cut.kind == .fin ? .fin : .rst, place) }
        return framingComplete || (framing == .none && reason == .complete) ? .finished : nil
    }

    /// How far the answer had come.
    private var place: ExchangeEnd.Place {
        guard let response else { return .beforeHead }
        let sent = writes.reduce(0) { $0 + $1.taken }
        if writesDropped == 0, sent < response.bytes.bytes.count { return sent == 0 ? .beforeHead : .inHead }
        if framingComplete, cut?.position == Position.done.text { return .behindEnd }
        guard bodySent >= Int64(served?.count ?? 0) else { return .inBody }
        // The mark's first bytes may have gone in one write with the last of the content.
        if let position = cut?.position, case .end(let bytes)? = try? Notation.position(position) {
            return .atEnd(marked: bytes)
        }
        return .atEnd(marked: Int64(marked(behind: response)))
    }

    /// How many bytes of what marks the end were sent: those of the writes without content behind the last one with it.
    private func marked(behind response: Response) -> Int {
        let tail = writes.suffix(while: { $0.body == 0 })
        let hasContent = tail.count < writes.count || writesDropped > 0
        let sent = tail.reduce(0) { $0 + $1.taken }
        return hasContent ? sent : max(0, sent - response.bytes.bytes.count)
    }

    /// Whether bytes took the place of a whole answer, head and all.
    var isRaw: Bool { response == nil && representation != nil && bodySent > 0 }

    /// What a correct client reports of it (oracle table 1); nil when the server was not done with it.
    var prospect: Prospect? {
        oracleEnd.map {
            FramingOracle(
                framing: oracleFraming, end: $0, form: oracleForm,
                isIdempotent: request.head?.method.isIdempotent ?? false,
                isReused: number > 1
            ).prospect
        }
    }

    /// Whether the content is not of the resource but the server's own, such as a sentence about a range.
    var hasContentOfItsOwn: Bool { response != nil && served == nil && framing != .none }

    /// What was negotiated is sound, whatever it is.
    private var oracleForm: EncodingRule.Form? {
        coding.map { $0.form.flatMap(EncodingRule.Form.init(rawValue:)) ?? .gzip }
    }

    /// Whether the client may have met the damage of a code before the mark of its end, and need not wait for that.
    var hasSentDamage: Bool {
        guard let served, bodySent == Int64(served.count) else { return false }
        return oracleForm == .gzipBadChecksum || oracleForm == .gzipJunkAfter
    }

    private var oracleFraming: Answer.Framing? {
        switch framing {
        case .none: nil
        case .length: .length
        case .chunked: .chunked
        case .untilClose: .untilClose
        }
    }
}

extension RandomAccessCollection {
    /// The longest end of which every element meets a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
