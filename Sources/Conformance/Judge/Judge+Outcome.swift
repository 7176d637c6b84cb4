internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether the transfer ended as it had to, and called its failure by a right name.
    func outcome(of transfer: TransferCase) -> [Finding] {
        guard let end = transfer.end else { return [] }
        let fate = Fate(of: transfer, in: journal)
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
        if case .abandoned(let exchange) = fate, end.outcome == .failed, scenario.session.hasTimeout {
            return timeout(of: transfer, end, exchange)
        }
        var findings = [
            implied(
                "\(t).outcome", asked: "\(t) ends as it must: \(fate.story).", refs: refs(of: fate),
                outcomeProblem(end, fate, transfer))
        ]
        let kinds = kinds(of: fate, transfer)
        if end.outcome == .failed, !kinds.isEmpty {
            findings.append(
                implied(
                    "\(t).error", asked: "The failure of \(t) is called what it is.", refs: refs(of: fate),
                    errorProblem(end.error, kinds)))
        }
        return findings
    }

    /// What a failure may be called; empty where there is none to call.
    private func kinds(of fate: Fate, _ transfer: TransferCase) -> Set<ErrorKind> {
        switch fate {
        case .served(_, let prospect): prospect.kinds
        // An answer that is none to go on with need not be read to its end.
        case .abandoned: transfer.refusals
        // A reset may meet a client that is still about to see that it is connected.
        case .cutAtAccept(let cut): cut == .rst ? [.connectionLost, .refused] : [.connectionLost]
        case .refused: [.refused]
        case .cancelled, .unrequested: []
        }
    }

    /// Whether a client that gave up was told to, by a limit of its session, and waited for as long.
    private func timeout(
        of transfer: TransferCase, _ end: AdapterEvent.End, _ exchange: ExchangeRecord
    ) -> [Finding] {
        let t = transfer.name
        let session = scenario.session
        var kinds: Set<ErrorKind> = []
        if session.idleTimeout != nil { kinds.insert(.idleTimeout) }
        if session.totalTimeout != nil { kinds.insert(.requestTimeout) }
        let left = exchange.departure?.time ?? exchange.ended
        let silence = left.map { $0 - max(exchange.lastWrite ?? .zero, exchange.started) }
        let isIdle = session.idleTimeout.map { limit in silence.map { $0 >= limit } ?? true } ?? false
        let isTotal = session.totalTimeout.map { limit in left.map { $0 - exchange.started >= limit } ?? true } ?? false
        let problem = Problem(
            .falseFailure, expected: "no failure before a limit of the session is reached",
            actual: "after \(silence?.inWords ?? "unknown") of silence")
        return [
            implied(
                "\(t).outcome", asked: "\(t) fails when its time is over, and not before.", refs: ["E02"],
                isIdle || isTotal ? nil : problem),
            implied(
                "\(t).error", asked: "The failure of \(t) is called what it is.", refs: ["E02"],
                errorProblem(end.error, kinds)),
        ]
    }

    private func outcomeProblem(_ end: AdapterEvent.End, _ fate: Fate, _ transfer: TransferCase) -> Problem? {
        let isCancelled = transfer.cancel != nil
        let said =
            end.error.map { error in
                "\(end.outcome.rawValue), \(error.kind.rawValue)" + (error.message.map { " (\($0))" } ?? "")
            } ?? end.outcome.rawValue
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
        case (.abandoned, .failed) where !transfer.refusals.isEmpty: return nil
        case (.abandoned, .complete): return wrong(.silentTruncation, "no end before the server is done")
        case (.abandoned, _): return wrong(.falseFailure, "no end before the server is done")
        case (.cutAtAccept, .failed), (.refused, .failed): return nil
        case (.refused, .complete): return wrong(.phantomBytes, "failed")
        case (.refused, .cancelled): return wrong(.wrongOutcome, "failed")
        case (.cutAtAccept, .complete): return wrong(.silentTruncation, "failed")
        case (.cutAtAccept, .cancelled): return wrong(.wrongOutcome, "failed")
        case (.unrequested, _): return wrong(.wrongOutcome, "a request")
        }
    }

    private func errorProblem(_ error: AdapterEvent.Failure?, _ allowed: Set<ErrorKind>) -> Problem? {
        if let error, error.isCalled(oneOf: allowed) { return nil }
        let words = allowed.sorted { $0.rawValue < $1.rawValue }.map(\.inWords).joined(separator: " or ")
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
        case .cutAtAccept: ["E05"]
        case .refused: ["E03"]
        case .cancelled: ["K06", "K09", "E01"]
        case .abandoned, .unrequested: []
        }
    }
}

extension Scenarios.SessionOptions {
    fileprivate var hasTimeout: Bool { idleTimeout != nil || totalTimeout != nil }
}
