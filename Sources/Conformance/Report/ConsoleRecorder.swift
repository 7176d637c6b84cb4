import AdapterProtocol

/// Tells a run to people: a progress line on a terminal, plain lines elsewhere, each failure explained.
public struct ConsoleRecorder: Recorder {
    /// How to write.
    public struct Style: Sendable {
        /// Whether a progress line may be overwritten.
        public var isTerminal: Bool
        /// Whether colours may be used.
        public var isColoured: Bool

        /// Makes a style.
        public init(isTerminal: Bool, isColoured: Bool) {
            self.isTerminal = isTerminal
            self.isColoured = isColoured
        }
    }

    private let style: Style
    private let write: @Sendable (String) -> Void
    private var done = 0
    private var planned = 0
    private var results: [ScenarioResult] = []
    private var hasProgressLine = false

    /// Writes text to a closure.
    public init(_ style: Style, to write: @escaping @Sendable (String) -> Void) {
        self.style = style
        self.write = write
    }

    /// Takes the next event.
    public mutating func record(_ event: RunEvent) {
        switch event {
        case .began(let header):
            say("\(header.suite): \(header.scenarios) scenarios, seed \(header.seed), \(header.jobs) at a time")
        case .clientBegan(let header):
            done = 0
            planned = header.running + header.left
            results = []
            say(
                "\(header.name) (\(header.hello.client.name) \(header.hello.client.version)): "
                    + "\(header.running) scenarios to run, \(header.left) not")
        case .clientFailed(let name, let reason): say(red("\(name) could not be started: \(reason)"))
        case .scenarioBegan(_, let scenario): progress(scenario)
        case .scenarioRetried(_, let scenario): progress("\(scenario), once more alone")
        case .scenarioEnded(let result):
            done += 1
            results.append(result)
            if !style.isTerminal, result.verdict.weight > Verdict.nonStrict(.hang).weight { say(line(result)) }
        case .clientEnded(let summary): end(summary)
        case .ended(let summary):
            let text =
                "\(summary.outcome.sentence) (exit code \(summary.outcome.rawValue), \(summary.seconds.inSeconds) s)"
            say(summary.outcome == .expected ? green(text) : red(text))
        }
    }

    private func line(_ result: ScenarioResult) -> String {
        let failing = result.findings.filter {
            $0.verdict.weight > Verdict.unsupported.weight && $0.verdict != .blocked
        }
        let more = failing.count > 3 ? " and \(failing.count - 3) more" : ""
        let words = failing.prefix(3).map { "\($0.check) \($0.verdict)" }.joined(separator: ", ") + more
        return "  [\(done)/\(planned)] \(result.scenario): \(words.isEmpty ? result.verdict.description : words)"
            + (result.reason.map { ", \($0)" } ?? "")
    }

    private mutating func progress(_ text: String) {
        guard style.isTerminal else { return }
        write("\r\u{1B}[K[\(done)/\(planned)] \(text)")
        hasProgressLine = true
    }

    private mutating func say(_ text: String) {
        if hasProgressLine { write("\r\u{1B}[K") }
        hasProgressLine = false
        write(text + "\n")
    }

    private mutating func end(_ summary: ClientSummary) {
        for result in results.sorted(by: { $0.scenario < $1.scenario }) { explain(result, summary) }
        for line in summary.stale { say(red("known failures: \(line)")) }
        let faults = KnownFault.list(summary.standings)
        if !faults.isEmpty { say("known failures of \(summary.name):") }
        for fault in faults { say("  \(fault.line)") }
        let order = [
            "pass", "non-strict", "fail", "crash", "flaky", "blocked", "inconclusive", "adapter-error", "harness-error",
            "unsupported", "skipped", "info",
        ]
        func counts(_ table: [String: Int]) -> String {
            order.compactMap { word in table[word].map { "\($0) \(word)" } }.joined(separator: ", ")
        }
        say("\(summary.name): scenarios \(counts(summary.scenarios)); checks \(counts(summary.checks))")
    }

    private mutating func explain(_ result: ScenarioResult, _ summary: ClientSummary) {
        let loud = summary.standings.filter { $0.overlay != .expected && $0.speaks(of: result) }
        guard !loud.isEmpty else { return }
        say(red("✗ \(result.scenario)") + (result.isFlaky ? " (flaky)" : "") + ": \(result.title)")
        if let reason = result.reason { say("    \(reason)") }
        for standing in loud where standing.overlay == .unexpectedPass {
            say("    passes, although it is known to fail: \(standing.why ?? "")")
        }
        guard loud.contains(where: { $0.overlay != .unexpectedPass }) else { return }
        for standing in loud {
            guard let finding = result.findings.first(where: { $0.check == standing.check }) else { continue }
            say(
                "  \(bold(finding.check)): \(finding.verdict)"
                    + (standing.overlay == .wrongReason ? ", known to fail, but in another way" : ""))
            say(Explanation.text(Explanation(finding, in: result).lines, indent: "    "))
        }
        say(Explanation.text(Explanation.footer(result), indent: "    "))
    }

    private func coloured(_ text: String, _ code: String) -> String {
        style.isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private func red(_ text: String) -> String { coloured(text, "31") }
    private func green(_ text: String) -> String { coloured(text, "32") }
    private func bold(_ text: String) -> String { coloured(text, "1") }
}

extension Reckoning.Standing {
    /// Whether it comes from this result; a scenario that is repeated has several.
    fileprivate func speaks(of result: ScenarioResult) -> Bool {
        guard scenario == result.scenario else { return false }
        if overlay == .flaky { return result.isFlaky }
        return check.map { check in result.findings.contains { $0.check == check && $0.verdict == verdict } } ?? true
    }
}
