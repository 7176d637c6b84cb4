internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether the bytes are those of one version, from its beginning.
    func body(of transfer: TransferCase) -> [Finding] {
        guard let end = transfer.end else { return [] }
        let asked =
            end.outcome == .complete
            ? "The bytes of \(transfer.name) are one version of \(transfer.start.resource), entirely."
            : "The bytes of \(transfer.name) are the beginning of one version of \(transfer.start.resource)."
        if end.hash == nil, transfer.total > 0 {
            // The file of a download that failed may be gone before anybody can read it.
            return end.outcome == .complete ? [hashless(transfer, asked: asked)] : []
        }
        guard let problem = bodyProblem(transfer, end) else {
            return [implied("\(transfer.name).body", asked: asked, refs: ["M07", "E13"], nil)]
        }
        return [implied("\(transfer.name).body", asked: asked, refs: ["M07", "E13"], problem)]
    }

    /// Without a digest nothing can be said of the bytes, and that is the adapter's fault.
    private func hashless(_ transfer: TransferCase, asked: String) -> Finding {
        Finding(
            "\(transfer.name).body", level: scenario.level, .adapterError, asked: asked,
            expected: "an end with the SHA-256 of its \(transfer.total) bytes (hash)", actual: "an end without one",
            refs: ["M07", "E13"])
    }

    private func bodyProblem(_ transfer: TransferCase, _ end: AdapterEvent.End) -> Problem? {
        let total = Int64(end.total)
        let versions = transfer.versions
        // What a client makes of raw bytes is the scenario's to say.
        guard !versions.isEmpty, transfer.last?.isRaw != true else { return nil }
        if let last = transfer.last, last.hasContentOfItsOwn, transfer.reactions?.first != .finish {
            return ownContentProblem(last, total)
        }
        let matching = versions.first { isBeginning(of: $0, length: total, hash: end.hash, transfer) }
        if matching == nil {
            return foreignBytes(transfer, total)
        }
        guard let sent = sentEnd(transfer) else { return nil }
        if total > sent {
            return Problem(.phantomBytes, expected: "at most the \(sent) bytes sent", actual: "\(total) bytes")
        }
        if mustHaveAll(transfer, end), total < sent {
            return Problem(.lostBytes, expected: "all \(sent) bytes that were sent", actual: "\(total) bytes")
        }
        return nil
    }

    /// A sentence of the server's own is of no version; its length is known all the same.
    private func ownContentProblem(_ exchange: ExchangeRecord, _ total: Int64) -> Problem? {
        guard exchange.framingComplete, let length = exchange.contentLength, total != length else { return nil }
        return Problem(
            total > length ? .phantomBytes : .lostBytes, expected: "the \(length) bytes of the answer itself",
            actual: "\(total) bytes")
    }

    /// No version begins with these bytes.
    private func foreignBytes(_ transfer: TransferCase, _ total: Int64) -> Problem {
        let versions = transfer.versions
        let lengths = versions.compactMap(\.length)
        let names = versions.map { version in
            "\(version.length.map { "\($0)" } ?? "endless") bytes" + (version.etag.map { " of \($0)" } ?? "")
        }
        let expected = "the beginning of " + names.joined(separator: " or of ")
        if versions.count > 1 || transfer.predecessor != nil {
            let joint = joint(of: transfer).map { ": \($0)" } ?? " that no version begins with"
            return Problem(.spliced, expected: expected, actual: "\(total) bytes\(joint)")
        }
        if lengths.count == versions.count, let longest = lengths.max(), total > longest {
            return Problem(.phantomBytes, expected: expected, actual: "\(total) bytes")
        }
        return Problem(.wrongBody, expected: expected, actual: "\(total) other bytes")
    }

    /// What the bytes were joined from, when it is what came before and what came last.
    func joint(of transfer: TransferCase) -> String? {
        guard let splice = Judge.splice(of: transfer), let digest = transcript.digests[splice],
            digest == transfer.end?.hash
        else { return nil }
        func words(_ part: Part) -> String {
            let version =
                transfer.versions.first { $0.id == part.id }?.etag.map { "\($0)" } ?? "version \(part.id.number)"
            return "bytes \(part.range.lowerBound) to \(part.range.upperBound - 1) of \(version)"
        }
        return "\(words(splice.head)), and behind them \(words(splice.tail))"
    }

    private func isBeginning(
        of version: ExchangeRecord.Representation, length: Int64, hash: String?, _ transfer: TransferCase
    ) -> Bool {
        guard length > 0 else { return true }
        let part = partAsked(transfer, of: version) ?? 0..<(version.length ?? .max)
        guard length <= part.count else { return false }
        let piece = part.lowerBound..<(part.lowerBound + length)
        guard let digest = transcript.digests[version.id, piece] else { return false }
        return digest == hash
    }

    /// The part that the application itself asked for with a Range of its own, as the server answered it.
    private func partAsked(_ transfer: TransferCase, of version: ExchangeRecord.Representation) -> Range<Int64>? {
        guard transfer.predecessor == nil, let last = transfer.last, last.response?.head.status == 206,
            last.representation?.id == version.id
        else { return nil }
        return last.served
    }

    /// Up to where the server sent the last version, counted as the application counts.
    private func sentEnd(_ transfer: TransferCase) -> Int64? {
        guard let last = transfer.last, last.representation != nil, let served = last.served else { return nil }
        let base = transfer.predecessor == nil ? 0 : served.lowerBound
        guard transfer.predecessor != nil, transfer.end?.outcome != .complete else { return base + last.bodySent }
        // A resumed transfer that failed may hold more from before.
        return max(base + last.bodySent, transfer.held)
    }

    /// Whether nothing of what was sent may be missing: everything came, or what ended it let everything through.
    private func mustHaveAll(_ transfer: TransferCase, _ end: AdapterEvent.End) -> Bool {
        guard let last = transfer.last else { return false }
        if end.outcome == .complete { return true }
        guard transfer.cancel == nil, end.outcome == .failed, case .failed(_, .allSent)? = last.prospect else {
            return false
        }
        return true
    }
}
