import YAML

/// Reads `client`: each step is a verb, what it acts on, and modifiers.
struct LaneReader {
    let nodes: NodeReader
    /// The gates of scripts and origins.
    let gates: Set<String>
    /// The transfers of the whole lane.
    let transfers: Set<String>

    /// The verbs with the modifiers that each has besides `each`.
    static let verbs: [(verb: String, modifiers: [String])] = [
        ("get", starts), ("download", starts), ("request", starts + ["method", "body", "from"]),
        ("await", ["count", "until"]), ("open", ["count"]), ("cancel", []), ("suspend", []), ("unsuspend", []),
        ("resume", ["as", "tamper"]), ("read", ["size"]), ("answer", ["with"]), ("quiet", ["turns"]), ("wait", []),
        ("kill", []), ("restore", []), ("down", []), ("up", []),
    ]
    private static let starts = ["as", "fields", "ask", "stop-after", "quota", "cache", "suspended"]

    func read(_ steps: [NamedLaneStep]) -> [LaneStep] {
        steps.compactMap { step in
            verb(step).map { LaneStep($0, location: step.location) }
        }
    }

    private func verb(_ step: NamedLaneStep) -> LaneStep.Verb? {
        let node = step.object
        switch step.verb {
        case "get", "download", "request": return start(step)
        case "await": return milestone(of: step)
        case "open": return gate(node).map { .open(gate: $0, count: count(step.map["count"])) }
        case "cancel": return transfer(node).map { .cancel($0) }
        case "suspend": return transfer(node).map { .suspend($0) }
        case "unsuspend": return transfer(node).map { .unsuspend($0) }
        case "restore": return transfer(node).map { .restore($0) }
        case "resume": return resume(step)
        case "read": return read(step)
        case "answer": return answer(step)
        case "quiet": return quiet(step)
        case "wait": return nodes.value(node, "a wait", Notation.duration).map { .wait($0) }
        case "kill":
            if node.text == "client" { return .killClient }
            nodes.log.add(node.location, "kill \(node.nickname)", expected: "client")
            return nil
        case "down": return nodes.name(node, "an origin").map { .down(origin: $0) }
        default: return nodes.name(node, "an origin").map { .up(origin: $0) }
        }
    }

    private func milestone(of step: NamedLaneStep) -> LaneStep.Verb? {
        guard let name = nodes.name(step.object, "a gate or transfer") else { return nil }
        if gates.contains(name) {
            if let until = step.map["until"] {
                nodes.log.add(until.location, "\(Complaint.quoted(name)) is a gate, and until is for transfers")
            }
            return .awaitGate(name, count: count(step.map["count"]) ?? 1)
        }
        guard transfers.contains(name) else {
            nodes.log.addUnknown(name, "gate or transfer", known: known(gates, transfers), at: step.object.location)
            return nil
        }
        if let count = step.map["count"] {
            nodes.log.add(count.location, "\(Complaint.quoted(name)) is a transfer, and count is for gates")
        }
        guard let until = step.map["until"] else { return .awaitTransfer(name, .ended) }
        return milestone(until).map { .awaitTransfer(name, $0) }
    }

    private func milestone(_ node: Node) -> LaneStep.Milestone? {
        switch node.text {
        case "question": return .question
        case "left": return .left
        case "stalled": return .stalled
        default: break
        }
        if let first = node.text?.first, first.isLetter, node.text?.hasPrefix("marker:") == false {
            let known = ["question", "left", "stalled"]
            nodes.log.addUnknown(node.text ?? "", "milestone", known: known + ["an offset"], at: node.location)
            return nil
        }
        return nodes.value(node, "until", Notation.offset).map { .reported($0) }
    }

    private func resume(_ step: NamedLaneStep) -> LaneStep.Verb? {
        let tamper = step.map["tamper"].flatMap { nodes.word($0, "tampering", as: ResumeStart.Tamper.self) }
        guard let from = transfer(step.object), let name = step.name else { return nil }
        return .resume(ResumeStart(from: from, name: name, tamper: tamper))
    }

    private func read(_ step: NamedLaneStep) -> LaneStep.Verb? {
        guard let name = transfer(step.object) else { return nil }
        guard let size = step.map["size"] else {
            nodes.log.add(step.location, "read does not say how much", expected: "size: SIZE or all")
            return nil
        }
        if size.text == "all" { return .read(name, .all) }
        return nodes.value(size, "a size", Notation.size).map { .read(name, .bytes($0)) }
    }

    private func answer(_ step: NamedLaneStep) -> LaneStep.Verb? {
        guard let name = transfer(step.object) else { return nil }
        guard let with = step.map["with"] else {
            let known = LaneStep.Reply.allCases.map(\.rawValue)
            nodes.log.add(
                step.location, "answer does not say what", expected: "with: \(Complaint.choice(known))")
            return nil
        }
        return nodes.word(with, "answer", as: LaneStep.Reply.self).map { .answer(name, with: $0) }
    }

    private func quiet(_ step: NamedLaneStep) -> LaneStep.Verb? {
        let turns = count(step.map["turns"]) ?? LaneReader.sentinels
        if step.object.text == "server" { return .quiet(.server, turns: turns) }
        guard let name = nodes.name(step.object, "a transfer") else { return nil }
        guard transfers.contains(name) else {
            let known = ["server"] + transfers.sorted()
            nodes.log.addUnknown(name, "transfer", known: known, at: step.object.location)
            return nil
        }
        return .quiet(.transfer(name), turns: turns)
    }

    /// How many small transfers bound "nothing more happens" unless a file says otherwise.
    static let sentinels = 5

    private func gate(_ node: Node) -> String? {
        known(node, "gate", gates)
    }

    func transfer(_ node: Node) -> String? {
        known(node, "transfer", transfers)
    }

    private func known(_ node: Node, _ kind: String, _ names: Set<String>) -> String? {
        guard let name = nodes.name(node, "a \(kind)") else { return nil }
        if names.contains(name) { return name }
        if kind == "gate", name == Step.forever {
            nodes.log.add(node.location, "the gate 'forever' never opens")
            return nil
        }
        nodes.log.addUnknown(name, kind, known: names.sorted(), at: node.location)
        return nil
    }

    private func known(_ gates: Set<String>, _ transfers: Set<String>) -> [String] {
        gates.sorted() + transfers.sorted()
    }

    private func count(_ node: Node?) -> Int? {
        guard let node, let count = nodes.value(node, "a count", Notation.count) else { return nil }
        if count == 0 { nodes.log.add(node.location, "a count of zero", expected: "at least 1") }
        return max(1, count)
    }
}
