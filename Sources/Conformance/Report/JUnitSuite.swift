internal import Foundation

/// The results of one client as JUnit XML.
struct JUnitSuite {
    /// What a case's child element is.
    enum Mark: String {
        case failure, error, skipped
    }

    /// One check.
    struct Case {
        var scenario: String
        var check: String
        var seconds: Double
        var mark: Mark?
        var type = ""
        var message = ""
        var detail = ""
    }

    let client: String
    var cases: [Case] = []

    init(_ results: [ScenarioResult], _ summary: ClientSummary) {
        client = summary.name
        let overlays = Dictionary(
            summary.standings.map { ("\($0.scenario):\($0.check ?? "")", $0) }, uniquingKeysWith: { first, _ in first })
        for result in results.sorted(by: { $0.scenario < $1.scenario }) {
            if result.findings.isEmpty { cases.append(whole(result)) }
            for (index, finding) in result.findings.enumerated() {
                let standing = overlays["\(result.scenario):\(finding.check)"]
                cases.append(single(finding, in: result, standing, seconds: index == 0 ? result.seconds : 0))
            }
        }
    }

    init(client: String, unstartable reason: String) {
        self.client = client
        cases = [
            Case(
                scenario: "start", check: "start", seconds: 0, mark: .error, type: "client-missing", message: reason)
        ]
    }

    func count(_ mark: Mark) -> Int { cases.count { $0.mark == mark } }

    private func whole(_ result: ScenarioResult) -> Case {
        let mark: Mark = [.harnessError, .adapterError].contains(result.verdict) ? .error : .skipped
        return Case(
            scenario: result.scenario, check: "scenario", seconds: result.seconds, mark: mark,
            type: result.verdict.word, message: result.reason ?? result.verdict.word)
    }

    private func single(
        _ finding: Finding, in result: ScenarioResult, _ standing: Reckoning.Standing?, seconds: Double
    ) -> Case {
        var entry = Case(scenario: result.scenario, check: finding.check, seconds: seconds)
        entry.type = finding.verdict.code?.rawValue ?? finding.verdict.word
        entry.message = finding.asked
        switch finding.verdict {
        case _ where standing?.overlay == .expected:
            entry.mark = .skipped
            entry.message = "known: \(standing?.why ?? "")"
        case .fail: entry.mark = .failure
        case .crash, .adapterError, .harnessError: entry.mark = .error
        case .inconclusive, .blocked, .unsupported, .skipped: entry.mark = .skipped
        case .pass, .nonStrict, .info: entry.mark = nil
        }
        if entry.mark == nil, let standing, standing.overlay == .unexpectedPass { entry.mark = .failure }
        if let mark = entry.mark, mark != .skipped { entry.detail = Explanation(finding, in: result).text }
        return entry
    }

    var xml: String {
        let seconds = cases.map(\.seconds).reduce(0, +)
        var text = "  <testsuite name=\"\(client.escaped)\" tests=\"\(cases.count)\""
        text += " failures=\"\(count(.failure))\" errors=\"\(count(.error))\" skipped=\"\(count(.skipped))\""
        text += " time=\"\(seconds.inSeconds)\">\n"
        for entry in cases {
            let name = entry.scenario.replacingOccurrences(of: "/", with: ".")
            text += "    <testcase classname=\"\(client.escaped).\(name.escaped)\" name=\"\(entry.check.escaped)\""
            text += " time=\"\(entry.seconds.inSeconds)\""
            guard let mark = entry.mark else {
                text += "/>\n"
                continue
            }
            let type = mark == .skipped ? "" : " type=\"\(entry.type.escaped)\""
            text += ">\n      <\(mark.rawValue) message=\"\(entry.message.escaped)\"\(type)"
            text += entry.detail.isEmpty ? "/>\n" : ">\(entry.detail.escaped)</\(mark.rawValue)>\n"
            text += "    </testcase>\n"
        }
        return text + "  </testsuite>\n"
    }
}

extension Double {
    /// Seconds with three places, whatever the locale.
    var inSeconds: String {
        let thousandths = Int((self * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension String {
    /// The text for XML, in attributes too; characters that XML 1.0 cannot hold are replaced.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t": text += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
