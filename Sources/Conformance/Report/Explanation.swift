/// A finding told so that a stranger understands it: asked, expected, actual, why it matters, what happened, and again.
struct Explanation {
    private let finding: Finding
    private let result: ScenarioResult

    init(_ finding: Finding, in result: ScenarioResult) {
        self.finding = finding
        self.result = result
    }

    /// The lines, two columns.
    var lines: [(label: String, text: String)] {
        var lines: [(String, String)] = [("asked", finding.asked)]
        if !finding.expected.isEmpty { lines.append(("expected", finding.expected)) }
        if !finding.actual.isEmpty { lines.append(("actual", finding.actual)) }
        if let meaning = finding.verdict.code?.meaning { lines.append(("that is", meaning)) }
        if !finding.evidence.isEmpty { lines.append(("evidence", finding.evidence.joined(separator: "; "))) }
        if !finding.refs.isEmpty { lines.append(("see", Explanation.places(finding.refs))) }
        return lines
    }

    /// Where to read the rules: sections of standards, and rows of the contract with the document that has them.
    private static func places(_ refs: [String]) -> String {
        let rows = refs.filter { $0.wholeMatch(of: /[A-Z][0-9]+/) != nil }
        let others = refs.filter { !rows.contains($0) }
        return (others + (rows.isEmpty ? [] : ["docs/contract.md " + rows.joined(separator: " ")])).joined(
            separator: ", ")
    }

    /// What belongs to the scenario rather than to the finding: what a user sees, the timeline, what the process wrote,
    /// the command.
    static func footer(_ result: ScenarioResult) -> [(label: String, text: String)] {
        var lines = result.why.isEmpty ? [] : [("the user", result.why)]
        for (index, entry) in result.timeline.enumerated() {
            let time = String(entry.milliseconds)
            let padded = String(repeating: " ", count: max(0, 8 - time.count)) + time
            let lane = entry.lane.rawValue + String(repeating: " ", count: 7 - entry.lane.rawValue.count)
            lines.append((index == 0 ? "timeline" : "", "\(padded) ms  \(lane) \(entry.text)"))
        }
        for (index, line) in result.errorOutput.split(separator: "\n").suffix(12).enumerated() {
            lines.append((index == 0 ? "stderr" : "", String(line)))
        }
        lines.append(("again", result.rerun))
        return lines
    }

    /// All of it as one text.
    var text: String {
        Explanation.text(lines + Explanation.footer(result), indent: "")
    }

    static func text(_ lines: [(label: String, text: String)], indent: String) -> String {
        lines.map { label, text in
            indent + label + String(repeating: " ", count: max(1, 10 - label.count)) + text
        }.joined(separator: "\n")
    }
}
