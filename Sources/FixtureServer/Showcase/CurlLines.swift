internal import HTTPMessages
internal import Scenarios

/// The lines by which curl does what a scenario's client does first, and what comes of each.
struct CurlLines {
    /// A line for a shell.
    struct Line: Hashable, Sendable {
        /// What is typed.
        var command: String
        /// What happens then, in words.
        var note: String
    }

    /// The lines, in the order in which they are to be run.
    private(set) var lines: [Line] = []

    private let scenario: Scenario
    private let base: String
    private let lengths: Lengths
    private var ledgers: [String: AttemptLedger] = [:]

    /// Enough to see what a scenario is about.
    private static let most = 3

    /// Makes the lines; `base` is the address that the scenario's paths are put behind.
    init(of scenario: Scenario, base: String, lengths: Lengths) {
        self.scenario = scenario
        self.base = base
        self.lengths = lengths
        var seen: Set<TransferStart> = []
        for var start in starts where seen.count < Self.most {
            start.name = ""
            if seen.insert(start).inserted { add(start) }
        }
    }

    /// What the client asks for; where there is no client, every path once.
    private var starts: [TransferStart] {
        let asked = scenario.lane.compactMap { if case .start(let start) = $0.verb { start } else { nil } }
        if !asked.isEmpty { return asked }
        return scenario.resources.filter { !$0.path.isPattern }.map { TransferStart(name: "", resource: $0.path) }
    }

    private mutating func add(_ start: TransferStart) {
        guard let given = answer(to: start, range: nil) else { return }
        let first = forecast(given, start)
        lines.append(line(start, first, more: []))
        // Where the first answer breaks off and the next one does not, curl can go on.
        guard first.breaksOff, start.method == "GET",
            !start.fields.contains(where: { $0.name.lowercased() == "range" }),
            let next = answer(to: start, range: "bytes=1-"), next.canResume(given)
        else { return }
        let second = forecast(next, start)
        guard second.exit == 0 else { return }
        lines.append(line(start, second, more: ["-C", "-"]))
    }

    /// What the scenario answers, counting the request.
    private mutating func answer(to start: TransferStart, range: String?) -> Answer? {
        let path = start.resource.path
        guard
            let resource = scenario.resources.first(where: { $0.path.path == path })
                ?? scenario.resources.first(where: { $0.path.matches(path) })
        else { return nil }
        let ledger = ledgers[path] ?? AttemptLedger(attempts: resource.attempts.count)
        ledgers[path] = ledger
        var fields = HTTPFields(start.fields.map { HTTPField($0.name, $0.value.plainText ?? "") })
        if let range { fields.append("Range", range) }
        let request = HTTPRequestHead(
            method: HTTPMethod(rawValue: start.method), target: path + start.query, fields: fields)
        let attempt = ledger.take(from: resource.attempts, for: request, onReusedConnection: false)
        let answer = attempt.map { resource.attempts[$0].answer } ?? resource.answer
        return answer.asGiven(to: fields)
    }

    private func forecast(_ answer: Answer, _ start: TransferStart) -> CurlForecast {
        CurlForecast(
            answer, method: start.method, length: lengths[answer.body],
            isPlain: !start.fields.contains { field in
                let name = field.name.lowercased()
                return ["range", "expect", "accept-encoding"].contains(name) || name.hasPrefix("if-")
            })
    }

    private func line(_ start: TransferStart, _ forecast: CurlForecast, more: [String]) -> Line {
        var words = ["curl"] + more
        if start.method == "HEAD" {
            words.append("-I")
        } else if start.body != nil {
            if start.method != "POST" { words += ["-X", start.method] }
            words += ["-d", "hello"]
        } else if start.method != "GET" {
            words += ["-X", start.method]
        }
        for field in start.fields {
            let value = field.value.text { _ in String(base.dropFirst("http://".count)) }
            words += ["-H", "\(field.name): \(value)"]
        }
        if forecast.isEndless { words += ["-m", "2"] }
        if start.method != "HEAD" {
            words += forecast.isLarge ? ["-o", "/dev/null"] : Self.output(start.resource.path)
        }
        words.append(base + start.resource.path + start.query)
        return Line(command: words.map(ShellWord.quoted).joined(separator: " "), note: forecast.note)
    }

    /// The file's name from the path, where it is one.
    private static func output(_ path: String) -> [String] {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let isName =
            !name.isEmpty && !name.hasPrefix(".")
            && name.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
        return isName ? ["-O"] : ["-o", "body"]
    }
}

extension Answer {
    /// What curl gets that is given no password: the challenge, where there is one that the fields do not meet.
    fileprivate func asGiven(to fields: HTTPFields) -> Answer {
        switch auth {
        case nil: return self
        case .basic(let wanted) where Credentials(basic: fields) == wanted: return self
        case .basic, .digest:
            var challenge = self
            challenge.body = .text(Template("Credentials are asked for.\n"))
            challenge.status = 401
            challenge.encoding = .none
            challenge.script.removeAll { if case .offset = $0.position { true } else { false } }
            return challenge
        }
    }

    /// Whether curl can go on with this answer where another one broke off.
    fileprivate func canResume(_ other: Answer) -> Bool {
        body == other.body && (encoding == .none || encoding.isNegotiated) && (ranges == .rfc9110 || ranges == .silent)
            && status == 200 && other.status == 200
    }
}
