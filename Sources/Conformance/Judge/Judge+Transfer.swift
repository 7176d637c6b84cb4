internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

extension Judge {
    /// What is implied of one transfer.
    func findings(of transfer: TransferCase) -> [Finding] {
        var findings = invariants(of: transfer)
        guard transfer.end != nil else { return findings }
        findings += outcome(of: transfer)
        findings += head(of: transfer)
        findings += body(of: transfer)
        findings += progress(of: transfer)
        findings += file(of: transfer)
        findings += resumeData(of: transfer)
        findings += departure(of: transfer)
        findings += resumption(of: transfer)
        return findings
    }

    /// What holds for every transfer, whatever happens to it.
    private func invariants(of transfer: TransferCase) -> [Finding] {
        let t = transfer.name
        return [
            implied("\(t).end", asked: "Transfer \(t) ends exactly once.", refs: ["K06", "K09"], ending(transfer)),
            implied(
                "\(t).after-end", asked: "Nothing is reported of \(t) after its end.", refs: ["K10"],
                afterEnd(transfer)),
            implied(
                "\(t).order", asked: "The events of \(t) come in the order of the protocol.", refs: ["D01", "D02"],
                EventOrder.problem(in: transfer.events)),
            implied(
                "\(t).totals", asked: "Each running total of \(t) is the sum of the pieces handed over.", refs: ["P01"],
                totals(transfer)),
        ]
    }

    private func ending(_ transfer: TransferCase) -> Problem? {
        switch transfer.ends.count {
        case 1: return nil
        case 0: return Problem(.hang, expected: "one end", actual: "none")
        case let count:
            let words = transfer.ends.map(\.outcome.rawValue).joined(separator: ", ")
            return Problem(.twoEnds, expected: "one end", actual: "\(count) ends: \(words)")
        }
    }

    private func afterEnd(_ transfer: TransferCase) -> Problem? {
        let late = transfer.reports[transfer.living.endIndex...].compactMap { entry -> String? in
            guard case .reported(let event) = entry.line else { return nil }
            if case .end = event { return nil }
            return event.ev
        }
        guard !late.isEmpty else { return nil }
        return Problem(.eventAfterEnd, expected: "nothing", actual: late.joined(separator: ", "))
    }

    private func totals(_ transfer: TransferCase) -> Problem? {
        let resumedAt = transfer.head?.resumedAt ?? 0
        var sum = resumedAt
        for (index, piece) in transfer.bytes.enumerated() {
            sum += piece.count
            guard piece.from == sum - piece.count else {
                return Problem(
                    .wrongTotal,
                    expected: "piece \(index + 1) (\(piece.count) bytes) begins at \(sum - piece.count), "
                        + (index == 0 ? "where the transfer began" : "where the piece before it ended"),
                    actual: "it is said to begin at \(piece.from)")
            }
            guard piece.total == sum else {
                return Problem(
                    .wrongTotal, expected: "\(sum) bytes in all after piece \(index + 1) (\(piece.count) bytes)",
                    actual: "\(piece.total) in all")
            }
        }
        guard let end = transfer.end, transfer.head != nil, caps.claims.contains(.stream), end.total != sum else {
            return nil
        }
        return Problem(
            .wrongTotal, expected: "\(sum) bytes in all at the end, the sum of all pieces",
            actual: "\(end.total) in all")
    }

    /// Whether a body was written to a file, where a file was asked for.
    private func file(of transfer: TransferCase) -> [Finding] {
        guard transfer.start.sink == .file, caps.claims.contains(.fileSink), let end = transfer.end else { return [] }
        let asked = "A complete \(transfer.name) is one file of all its bytes, and a failed one is none."
        var problem: Problem?
        let files = transfer.files
        if end.outcome == .complete {
            if files.count != 1 {
                problem = Problem(.wrongFile, expected: "one file", actual: "\(files.count) files")
            } else if files[0].size != end.total {
                problem = Problem(.wrongFile, expected: "\(end.total) bytes", actual: "\(files[0].size) bytes")
            }
        } else if let file = files.first {
            problem = Problem(.wrongFile, expected: "no file", actual: "a file of \(file.size) bytes")
        }
        return [implied("\(transfer.name).file", asked: asked, refs: ["P01", "D02"], problem)]
    }

    /// Whether the server saw a cancelled client leave.
    private func departure(of transfer: TransferCase) -> [Finding] {
        guard transfer.cancel != nil, transfer.end?.outcome == .cancelled, let last = transfer.last,
            !last.framingComplete
        else { return [] }
        let left = last.departure != nil || last.reason == .left
        return [
            implied(
                "\(transfer.name).left", asked: "The server sees a cancelled \(transfer.name) leave.", refs: ["K06"],
                level: .should,
                left
                    ? nil
                    : Problem(.stays, expected: "the connection ends", actual: "it stays open, its answer unfinished"))
        ]
    }
}
