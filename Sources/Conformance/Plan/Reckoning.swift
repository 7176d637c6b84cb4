internal import Scenarios

/// What the results of one client mean beside its known failures.
///
/// A verdict is *expected* when an entry names it, *unexpected* when it speaks against the client and none does. An
/// entry that is wrong (its check passes, or fails otherwise, or is not there) fails the run as well.
public struct Reckoning: Sendable {
    /// The client's name.
    public let client: String
    /// How each check stands, for checks that are not simply right.
    public private(set) var standings: [Standing] = []
    /// What is wrong with the list of known failures, one sentence each.
    public private(set) var stale: [String] = []

    /// How a check that is not simply right stands.
    public struct Standing: Sendable, Hashable, Codable {
        /// The scenario.
        public var scenario: String
        /// The check; nil for the scenario as a whole.
        public var check: String?
        /// The verdict.
        public var verdict: Verdict
        /// What it means.
        public var overlay: Overlay
        /// Why an expected failure is expected.
        public var why: String?
    }

    /// What a verdict means beside the known failures.
    public enum Overlay: String, Sendable, Hashable, Codable {
        /// It is known.
        case expected
        /// Nobody expected it.
        case unexpected
        /// It should have failed.
        case unexpectedPass = "unexpected-pass"
        /// It fails otherwise than the list says.
        case wrongReason = "wrong-reason"
        /// It failed at first and passed alone.
        case flaky
    }

    /// Compares results with a list.
    ///
    /// - Parameters:
    ///   - client: The client's name.
    ///   - results: What came of each scenario of the plan.
    ///   - known: The client's list, entries that do not hold here left out.
    ///   - all: The ids of all scenarios there are, to tell a misspelt entry from one whose scenario was not selected.
    public init(client: String, _ results: [ScenarioResult], known: KnownFailures, all: Set<String>) {
        self.client = client
        var uses = [Set<String>](repeating: [], count: known.entries.count)
        for result in results {
            reckon(result, known, &uses)
        }
        let ran = Set(results.filter { $0.verdict != .skipped && $0.verdict != .unsupported }.map(\.scenario))
        for (entry, checks) in zip(known.entries, uses) {
            judge(entry, used: checks.count, ran: ran, all: all)
        }
    }

    private mutating func reckon(_ result: ScenarioResult, _ known: KnownFailures, _ uses: inout [Set<String>]) {
        let isExcused = result.findings.contains { $0.verdict.isFailure || $0.verdict == .adapterError }
        if result.findings.isEmpty, [.harnessError, .inconclusive, .adapterError].contains(result.verdict) {
            add(result, nil, result.verdict, .unexpected)
        }
        var failing: [Int: Int] = [:]
        for finding in result.findings {
            let index = known.entries.firstIndex { $0.names(scenario: result.scenario, check: finding.check) }
            if let index {
                uses[index].insert("\(result.scenario):\(finding.check)")
                failing[index, default: 0] += reckon(finding, in: result, known.entries[index]) ? 1 : 0
                continue
            }
            switch finding.verdict {
            case .fail, .crash, .adapterError, .harnessError, .inconclusive:
                add(result, finding.check, finding.verdict, .unexpected)
            case .blocked where !isExcused: add(result, finding.check, finding.verdict, .unexpected)
            default: continue
            }
        }
        for (index, count) in failing.sorted(by: { $0.key < $1.key })
        where count == 0 && !known.entries[index].sometimes {
            let entry = known.entries[index]
            add(result, nil, result.verdict, .unexpectedPass, why: entry.why)
            stale.append("\(entry.location): nothing that \(entry.pattern) names fails in \(result.scenario)")
        }
        if result.isFlaky { add(result, nil, result.verdict, .flaky) }
    }

    /// Reckons with one check that an entry names; false when it passes, though other checks of the entry may not.
    private mutating func reckon(
        _ finding: Finding, in result: ScenarioResult, _ entry: KnownFailures.Entry
    ) -> Bool {
        switch finding.verdict {
        case entry.verdict, .inconclusive, .unsupported, .blocked:
            add(result, finding.check, finding.verdict, .expected, why: entry.why)
        case .pass, .info:
            return false
        default:
            add(result, finding.check, finding.verdict, .wrongReason, why: entry.why)
            stale.append(
                "\(entry.location): \(result.scenario):\(finding.check) is \(finding.verdict), not \(entry.verdict)")
        }
        return true
    }

    private mutating func add(
        _ result: ScenarioResult, _ check: String?, _ verdict: Verdict, _ overlay: Overlay, why: String? = nil
    ) {
        standings.append(
            Standing(scenario: result.scenario, check: check, verdict: verdict, overlay: overlay, why: why))
    }

    private mutating func judge(_ entry: KnownFailures.Entry, used count: Int, ran: Set<String>, all: Set<String>) {
        guard all.contains(where: entry.scenarios.matches) else {
            stale.append("\(entry.location): \(entry.pattern) matches no scenario")
            return
        }
        guard ran.contains(where: entry.scenarios.matches) else { return }
        if count == 0 {
            stale.append("\(entry.location): \(entry.pattern) matches no check")
        } else if count > KnownFailures.widest {
            stale.append(
                "\(entry.location): \(entry.pattern) matches \(count) checks; at most \(KnownFailures.widest) are allowed"
            )
        }
    }
}
