internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether the transfer ended as it had to, and called its failure by a right name.
    func outcome(of transfer: TransferCase) -> [Finding] {
        guard let end = transfer.end else { return [] }
        let fate = Fate(of: transfer)
        let t = transfer.name
        // Damaged material may be refused on sight; a request that is made of it is judged like any other.
        if transfer.isMisled, case .unrequested = fate {
            let asked = "\(t) fails, as its resume material is damaged."
            return [
                implied(
                    "\(t).outcome", asked: asked, refs: ["M04", "K08"],
                    end.outcome == .failed
                        ? nil : Problem(.wrongOutcome, expected: "failed", actual: end.outcome.rawValue)),
                implied(
                    "\(t).error", asked: "The failure of \(t) is called what it is.", refs: ["M04"],
                    errorProblem(end.error, [.resumeInvalid])),
            ]
        }
        var findings = [
            implied(
                "\(t).outcome", asked: "\(t) ends as it must: \(fate.story).", refs: refs(of: fate),
                outcomeProblem(end, fate, isCancelled: transfer.cancel != nil))
        ]
        if case .served(_, let prospect) = fate, end.outcome == .failed, !prospect.kinds.isEmpty {
            findings.append(
                implied(
                    "\(t).error", asked: "The failure of \(t) is called what it is.", refs: refs(of: fate),
                    errorProblem(end.error, prospect.kinds)))
        }
        return findings
    }

    private func outcomeProblem(_ end: AdapterEvent.End, _ fate: Fate, isCancelled: Bool) -> Problem? {
        let said = end.error.map { "\(end.outcome.rawValue), \($0.kind.rawValue)" } ?? end.outcome.rawValue
        func wrong(_ code: FailureCode, _ expected: String) -> Problem {
            Problem(code, expected: expected, actual: "\(said), after \(end.total) bytes")
        }
        switch (fate, end.outcome) {
        case (.served(_, let prospect), .complete):
            return prospect.mayComplete ? nil : wrong(.silentTruncation, "failed")
        case (.served(_, let prospect), .failed):
            return prospect.kinds.isEmpty ? wrong(.falseFailure, "complete") : nil
        case (.served, .cancelled) where isCancelled: return nil
        case (.served(_, let prospect), .cancelled):
            return wrong(.wrongOutcome, prospect.mayComplete ? "complete" : "failed")
        case (.cancelled, .cancelled): return nil
        case (.cancelled, .complete): return wrong(.silentTruncation, "cancelled")
        case (.cancelled, .failed): return wrong(.wrongOutcome, "cancelled")
        case (.abandoned, .complete): return wrong(.silentTruncation, "no end before the server is done")
        case (.abandoned, _): return wrong(.falseFailure, "no end before the server is done")
        case (.unrequested, _): return wrong(.wrongOutcome, "a request")
        }
    }

    private func errorProblem(_ error: AdapterEvent.Failure?, _ allowed: Set<ErrorKind>) -> Problem? {
        if let error, error.isCalled(oneOf: allowed) { return nil }
        let words = allowed.map(\.rawValue).sorted().joined(separator: " or ")
        let said = error.map { failure in
            failure.kind.rawValue + (failure.code.map { " (\($0))" } ?? "")
                + (failure.message.map { ": \($0)" } ?? "")
        }
        return Problem(.wrongError, expected: words, actual: said ?? "no error")
    }

    private func refs(of fate: Fate) -> [String] {
        switch fate {
        case .served(_, .complete): ["RFC 9112 §6.3"]
        case .served: ["RFC 9112 §8", "E05", "E06", "E07", "E08", "E10"]
        case .cancelled: ["K06", "K09", "E01"]
        case .abandoned, .unrequested: []
        }
    }
}
