internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

/// Compares what a client reported with what the server really did, and says every difference at once.
///
/// Pure: the same transcript always gives the same findings.
public struct Judge: Sendable {
    let transcript: Transcript
    let transfers: [TransferCase]

    /// Takes a transcript to judge.
    public init(_ transcript: Transcript) {
        self.transcript = transcript
        transfers = TransferCase.all(in: transcript)
    }

    var scenario: Scenario { transcript.scenario }
    var journal: Journal { transcript.journal }
    var caps: Capabilities { transcript.client.caps }

    /// What is said of every check, in a stable order.
    public func findings() -> [Finding] {
        let process = processFindings()
        let lane = laneFindings()
        let stop = reasonToStop(process + lane)
        var rest = quietFindings() + transfers.flatMap(findings(of:)) + serverFindings()
        if stop == nil { rest += afterwardsFindings() }
        let written = writtenFindings()
        rest = rest.filter { finding in !written.contains { $0.check == finding.check } } + written
        // An await and an implied check may have one name, `photo.end`: what the judge says of it goes further.
        let stopped = lane.filter { $0.verdict != .pass }
        rest = rest.filter { finding in !stopped.contains { $0.check == finding.check } }
        let met = lane.filter { finding in !rest.contains { $0.check == finding.check } }
        if let stop { rest = rest.map { blocked($0, by: stop) } }
        return process + met + rest
    }

    /// Why nothing that follows proves anything, if so: the process died, or an await was not met.
    private func reasonToStop(_ findings: [Finding]) -> String? {
        findings.first { finding in
            switch finding.verdict {
            case .crash, .adapterError, .inconclusive, .blocked, .harnessError, .fail: true
            default: false
            }
        }?.check
    }

    /// Behind a stop only what cannot be its consequence still speaks.
    private func blocked(_ finding: Finding, by cause: String) -> Finding {
        switch finding.verdict {
        case .fail(.twoEnds), .fail(.eventAfterEnd), .fail(.phantomBytes), .fail(.spliced), .info: return finding
        default:
            var finding = finding
            finding.verdict = .blocked
            finding.expected = ""
            finding.actual = "cannot be judged because of \(cause)"
            return finding
        }
    }

    /// A check that follows from the format rather than from the file: its level is the scenario's.
    func implied(
        _ check: String, asked: String, refs: [String] = [], level: Scenario.Level? = nil, _ problem: Problem?
    ) -> Finding {
        let weight = level == .should && scenario.level == .must ? .should : scenario.level
        return finding(check, level: weight, asked: asked, refs: refs, problem)
    }

    func finding(
        _ check: String, level: Scenario.Level, asked: String, refs: [String], _ problem: Problem?
    ) -> Finding {
        guard let problem else { return Finding(check, level: level, .pass, asked: asked, refs: refs) }
        let verdict: Verdict =
            switch level {
            case .must: .fail(problem.code)
            case .should: .nonStrict(problem.code)
            case .info: .info
            }
        return Finding(
            check, level: level, verdict, asked: asked, expected: problem.expected, actual: problem.actual, refs: refs)
    }
}
