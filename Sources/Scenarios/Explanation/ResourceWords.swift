/// What the server has under one name, in words.
struct ResourceWords {
    let lines: [String]

    init(_ resource: Resource, _ facts: BodyFacts) {
        var lines: [String] = []
        for (index, attempt) in resource.attempts.enumerated() {
            let times =
                switch attempt.times {
                case .count(1): "once"
                case .count(let count): "\(count) times"
                case .always: "always"
                }
            let when = attempt.condition == Condition() ? "" : ", where the request is as 'when' says"
            lines.append("  attempt \(index + 1), \(times)\(when): \(Self.words(of: attempt.answer, facts))")
            lines += Self.steps(of: attempt.answer, facts).map { "    " + $0 }
        }
        let answer = Self.words(of: resource.answer, facts)
        let steps = Self.steps(of: resource.answer, facts)
        if lines.isEmpty {
            self.lines = ["\(resource.path): \(answer)"] + steps.map { "  " + $0 }
        } else {
            self.lines = ["\(resource.path):"] + lines + ["  otherwise: \(answer)"] + steps.map { "    " + $0 }
        }
    }

    private static func words(of answer: Answer, _ facts: BodyFacts) -> String {
        if let raw = answer.raw { return "raw bytes in place of an answer, " + length(of: raw, facts) }
        var words = ["status \(answer.status)"]
        if answer.version == .http10 { words.append("HTTP/1.0") }
        if !answer.hasNoBody {
            let name = if case .file(let path) = answer.body { path + ", " } else { "" }
            words += [name + length(of: answer.body, facts), answer.framing.words]
        }
        if let pace = answer.pace { words.append(pace.words) }
        if let split = answer.split { words.append("no write above " + Pace.writes(split).words) }
        if answer.encoding != .none { words.append("a content coding") }
        if answer.ranges != .rfc9110 { words.append("Range is answered in a way of its own") }
        if answer.auth != nil { words.append("credentials are asked for") }
        if answer.cors { words.append("pages of other origins may read it") }
        if answer.early != nil { words.append("before the request's body is read") }
        words += answer.fields.map { "\($0.name): \($0.value)" } + answer.drop.map { "no \($0)" }
        if !answer.trailers.isEmpty {
            words.append("trailers " + answer.trailers.map(\.name).joined(separator: ", "))
        }
        return words.joined(separator: "; ")
    }

    private static func length(of source: BodySource, _ facts: BodyFacts) -> String {
        switch facts.length(of: source) {
        case .known(1): "1 byte"
        case .known(let length): "\(length) bytes"
        case .endless: "without end"
        case .unknown: "of unknown length"
        }
    }

    private static func steps(of answer: Answer, _ facts: BodyFacts) -> [String] {
        answer.script.map { step in "\(step.place(in: answer, facts)): \(step.action.words)" }
    }
}

extension Step {
    /// Where it happens: the position as the file has it, and the byte it means.
    func place(in answer: Answer, _ facts: BodyFacts) -> String {
        guard case .offset(let offset) = position,
            case .byte(let byte) = facts.place(of: offset, in: answer.raw ?? answer.body)
        else { return "at \(position.text)" }
        return "at \(position.text) (byte \(byte))"
    }
}

extension Step.Action {
    /// What is done, as a clause without subject.
    var words: String {
        switch self {
        case .hold(Step.forever): "holds for ever"
        case .hold(let gate): "holds until the gate '\(gate)' is opened"
        case .pause(let duration): "waits \(duration.words)"
        case .pace(let pace): "goes on with \(pace.words)"
        case .send: "sends bytes outside every framing"
        case .inform(let status, _): "sends the interim status \(status)"
        case .cut(.fin): "ends the connection in order (FIN)"
        case .cut(.rst): "resets the connection (RST)"
        }
    }
}

extension Answer.Framing {
    var words: String {
        switch self {
        case .length: "Content-Length"
        case .chunked: "chunked, without Content-Length"
        case .untilClose: "until the connection closes, without Content-Length"
        }
    }
}

extension Pace {
    /// As people say it: `1386 B every 20 ms`.
    var words: String {
        switch self {
        case .writes(let schedule):
            let (size, interval) = (schedule.size, schedule.interval)
            let sizes =
                size.lowerBound == size.upperBound ? "\(size.lowerBound)" : "\(size.lowerBound) to \(size.upperBound)"
            let times =
                interval.lowerBound == interval.upperBound
                ? interval.lowerBound.words : "\(interval.lowerBound.words) to \(interval.upperBound.words)"
            return "\(sizes) B every \(times)"
        case .rate(let rate): return "\(rate) B/s"
        case .within(let duration): return "spread over \(duration.words)"
        }
    }
}

extension Duration {
    /// Milliseconds as people write them: `20 ms`, `0.5 ms`.
    var words: String {
        let milliseconds = "\(self / .milliseconds(1))"
        return (milliseconds.hasSuffix(".0") ? String(milliseconds.dropLast(2)) : milliseconds) + " ms"
    }
}
