internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether the client's progress said the same as its bytes.
    func progress(of transfer: TransferCase) -> [Finding] {
        guard caps.claims.contains(.progress) else { return [] }
        return [
            implied(
                "\(transfer.name).progress", asked: "The progress of \(transfer.name) says what the bytes say.",
                refs: ["P01", "P02", "P05"], progressProblem(transfer))
        ]
    }

    private func progressProblem(_ transfer: TransferCase) -> Problem? {
        let announced = Judge.announcedLength(transfer)
        // The head of a raw answer is known to its scenario only.
        let isKnown = transfer.last?.isRaw != true
        var handed = Int64(transfer.head?.resumedAt ?? 0)
        var done: Int64?
        for event in transfer.events {
            switch event {
            case .head(let head): handed = Int64(head.resumedAt ?? 0)
            case .bytes(let bytes): handed = Int64(bytes.total)
            case .progress(let progress):
                if let problem = lie(progress, handed: handed, before: done, announced: announced, isKnown: isKnown) {
                    return problem
                }
                done = Int64(progress.done)
            default: continue
            }
        }
        guard let end = transfer.end, end.outcome == .complete, transfer.bytes.contains(where: { $0.count > 0 }) else {
            return nil
        }
        guard let done else {
            return Problem(.noEvent, expected: "progress, as claimed", actual: "none at all")
        }
        guard done != Int64(end.total) else { return nil }
        return Problem(.progressLies, expected: "a progress of \(end.total) bytes at the end", actual: "one of \(done)")
    }

    private func lie(
        _ progress: AdapterEvent.Progress, handed: Int64, before: Int64?, announced: Int64?, isKnown: Bool
    ) -> Problem? {
        let done = Int64(progress.done)
        if let before, done < before {
            return Problem(
                .progressLies, expected: "a progress of at least \(before) bytes, as said before",
                actual: "one of \(done)")
        }
        if done != handed {
            return Problem(
                .progressLies, expected: "a progress of \(handed) bytes, as many as were handed over",
                actual: "one of \(done)")
        }
        if isKnown, let total = progress.expected.map(Int64.init), total != announced {
            return Problem(
                .progressLies,
                expected: announced.map { "a total of \($0) bytes or none" } ?? "no total, as none was announced",
                actual: "a total of \(total)")
        }
        guard let fraction = progress.fraction else { return nil }
        guard let total = progress.expected, total > 0 else {
            return Problem(.progressLies, expected: "no fraction of an unknown total", actual: "\(fraction)")
        }
        let truth = Double(progress.done) / Double(total)
        guard (fraction - truth).magnitude > 1e-6 else { return nil }
        return Problem(.progressLies, expected: "a fraction of \(truth)", actual: "\(fraction)")
    }
}
