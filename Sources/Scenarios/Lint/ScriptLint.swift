import YAML

/// Refuses answers that cannot do what they say, each looked at alone.
struct ScriptLint {
    let facts: BodyFacts
    let log: Complaints

    func check(_ scenario: Scenario) {
        for resource in scenario.resources {
            check(resource.answer, at: resource.location, scenario.session)
            for attempt in resource.attempts { check(attempt.answer, at: attempt.location, scenario.session) }
        }
    }

    func check(_ answer: Answer, at location: FileLocation, _ session: SessionOptions) {
        for source in [answer.body, answer.raw].compactMap(\.self) {
            if let problem = facts.problem(of: source) { log.add(location, problem) }
        }
        checkFraming(of: answer, at: location)
        if answer.encoding != .none, answer.raw == nil { checkEncoding(of: answer, at: location) }
        var last: (key: Key, step: Step)?
        var cut: Step?
        for step in answer.script {
            if let cut {
                log.add(
                    step.location, "a step behind the cut is never reached", hint: "the cut is at \(cut.position.text)")
                continue
            }
            check(step, of: answer, session)
            if let key = key(of: step, in: answer) {
                if let last, key < last.key {
                    log.add(
                        step.location, "the steps are out of order",
                        hint: "the one before is at \(last.step.position.text)")
                }
                last = (key, step)
            }
            if case .cut = step.action { cut = step }
        }
    }

    private func checkFraming(of answer: Answer, at location: FileLocation) {
        guard answer.raw == nil else { return }
        if !answer.trailers.isEmpty, answer.framing != .chunked {
            log.add(location, "trailers without chunks", expected: "framing: chunked")
        }
        if answer.framing == .chunked, answer.version == .http10 {
            log.add(location, "HTTP/1.0 has no chunks", expected: "framing: length or until-close")
        }
        let length = facts.length(of: answer.body)
        if length == .endless, answer.framing == .length {
            log.add(
                location, "a body that never ends has no length", expected: "framing: chunked or until-close")
        }
        if length == .endless, answer.paces.contains(where: \.isTime) {
            log.add(
                location, "a body that never ends has no time to be sent in",
                expected: "a pace as SIZE@INTERVAL or RATE")
        }
        let told = answer.fields.last { $0.name.lowercased() == "content-length" }?.value.plainText
        if case .known(let length) = length, let told = told.flatMap({ Int64($0) }), told > length,
            answer.framing == .length, !answer.closes, !answer.hasNoBody
        {
            log.add(
                location, "Content-Length says \(told), the body has \(length) bytes, and the connection stays open",
                hint: "cut it, or send Connection: close")
        }
    }

    private func check(_ step: Step, of answer: Answer, _ session: SessionOptions) {
        if case .pause(let pause) = step.action, let idle = session.idleTimeout, pause > idle / 2 {
            log.add(step.location, "a pause above half the idle timeout depends on the machine")
        }
        if case .offset(let offset) = step.position {
            if answer.hasNoBody { log.add(step.location, "a \(answer.status) has no body") }
            if case .nowhere(let why) = facts.place(of: offset, in: answer.raw ?? answer.body) {
                log.add(step.location, "\(step.position.text) lies outside the body", hint: why)
            }
        }
        if case .pace = step.action, ![2, 3].contains(step.position.rank) {
            log.add(step.location, "a pace is of the body", expected: "at: body or an offset")
        }
        if case .inform = step.action, step.position != .head(0) {
            log.add(step.location, "an interim response comes before the head", expected: "at: head")
        }
        if case .cut(let cut) = step.action { check(cut, step, of: answer) }
    }

    private func check(_ cut: Step.Cut, _ step: Step, of answer: Answer) {
        guard answer.raw == nil, !answer.fields.contains(where: \.isFraming) else { return }
        let why = undetectable(cut, step, of: answer)
        if let why, !step.isUndetectable {
            log.add(
                step.location, "no client can see this cut: \(why)",
                hint: "undetectable: true, if that is what it shows")
        }
        if why == nil, step.isUndetectable {
            log.add(step.location, "this cut can be seen", hint: "leave undetectable out")
        }
    }

    /// Why a cut cannot be told from the end of the answer.
    private func undetectable(_ cut: Step.Cut, _ step: Step, of answer: Answer) -> String? {
        let isAtEnd: Bool
        switch step.position {
        case .end: isAtEnd = true
        case .body: isAtEnd = facts.length(of: answer.body) == .known(0) || answer.hasNoBody
        case .offset(let offset):
            guard case .byte(let byte) = facts.place(of: offset, in: answer.body) else { return nil }
            isAtEnd = facts.length(of: answer.body) == .known(byte)
        case .request, .head, .done: return nil
        }
        switch answer.framing {
        // A code has an end of its own, which a client misses.
        case .untilClose where answer.encoding != .none && !isAtEnd: return nil
        case .untilClose: return cut == .fin ? "FIN is the end of an until-close body" : nil
        case .length: return isAtEnd ? "it lies behind the last byte of the length" : nil
        case .chunked: return nil
        }
    }

    /// A place in wire order, as far as it is known.
    private struct Key: Comparable {
        var rank: Int
        var byte: Int64

        static func < (a: Key, b: Key) -> Bool { (a.rank, a.byte) < (b.rank, b.byte) }
    }

    private func key(of step: Step, in answer: Answer) -> Key? {
        let byte: Int64
        switch step.position {
        case .request(let size), .head(let size), .end(let size): byte = size
        case .body, .done: byte = 0
        case .offset(let offset):
            switch facts.place(of: offset, in: answer.raw ?? answer.body) {
            case .byte(let place): byte = place
            case .nowhere: return nil
            case .unknown:
                // Of one kind, places can be compared without the length.
                guard case .percent(let part) = offset else { return nil }
                byte = part
            }
        }
        return Key(rank: step.position.rank, byte: byte)
    }
}

extension Answer {
    /// The pace it begins with, and those it changes to.
    var paces: [Pace] {
        (pace.map { [$0] } ?? []) + script.compactMap { if case .pace(let pace) = $0.action { pace } else { nil } }
    }

    /// A status that has no body.
    var hasNoBody: Bool { status == 204 || status == 304 }

    /// Whether the connection is closed behind it.
    fileprivate var closes: Bool {
        let isClosed = fields.contains { line in
            line.name.lowercased() == "connection" && line.value.plainText?.lowercased() == "close"
        }
        return isClosed || script.contains { if case .cut = $0.action { true } else { false } }
    }
}

extension FieldLine {
    /// Whether it says where the body ends.
    fileprivate var isFraming: Bool { ["content-length", "transfer-encoding"].contains(name.lowercased()) }
}

extension Pace {
    /// Whether it is told as the time that the body takes.
    var isTime: Bool { if case .within = self { true } else { false } }
}
