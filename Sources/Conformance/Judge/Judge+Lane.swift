internal import Scenarios

extension Judge {
    /// A heartbeat of 10 ms that is later than this says that the machine, not the client, was slow.
    static let fitness = Duration.milliseconds(500)

    /// What became of the awaits.
    func laneFindings() -> [Finding] {
        transcript.lane.awaits.map { wait in
            switch wait.result {
            case .met: Finding(wait.check, level: scenario.level, .pass, asked: wait.asked, refs: scenario.refs)
            case .unmet(let evidence): unmet(wait, evidence)
            }
        }
    }

    /// Whether nothing happened where nothing was to.
    func quietFindings() -> [Finding] {
        transcript.lane.quiets.map { quiet in
            implied(
                quiet.check, asked: quiet.asked, refs: scenario.refs,
                quiet.happened.isEmpty
                    ? nil
                    : Problem(.stirs, expected: "nothing at all", actual: quiet.happened.joined(separator: ", ")))
        }
    }

    private func unmet(_ wait: LaneRecord.Await, _ evidence: LaneRecord.Evidence) -> Finding {
        var facts: [String] = []
        if let bytes = evidence.unacknowledged {
            facts.append("\(bytes) bytes not acknowledged by the client's kernel")
        }
        facts.append(evidence.ponged ? "the adapter answers" : "the adapter does not answer")
        facts.append("the runner's heartbeat was at most \(evidence.heartbeat.inWords) late")
        func say(_ verdict: Verdict, _ actual: String) -> Finding {
            Finding(
                wait.check, level: scenario.level, verdict, asked: wait.asked,
                expected: "it happens by itself, with the gates as they are",
                actual: actual, evidence: facts, refs: scenario.refs)
        }
        guard evidence.heartbeat <= Judge.fitness else {
            return say(.inconclusive, evidence.missing + "; the machine was too late to judge")
        }
        guard !evidence.isUnreached else { return say(.blocked, evidence.missing) }
        switch evidence.probe {
        case .released: return say(weigh(.hoards), evidence.missing + "; the rest came only when the gate was opened")
        case .silent: return say(weigh(.hang), evidence.missing + "; nothing came even when the gate was opened")
        case .notMade:
            return say(weigh(wait.check.hasSuffix(".left") ? .stays : .hang), evidence.missing)
        }
    }

    private func weigh(_ code: FailureCode) -> Verdict {
        switch scenario.level {
        case .must: .fail(code)
        case .should: .nonStrict(code)
        case .info: .info
        }
    }
}
