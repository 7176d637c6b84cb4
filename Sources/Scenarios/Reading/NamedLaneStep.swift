import YAML

/// A step of the lane as nodes: its verb is known, `each` is written out, and what it starts has a name.
struct NamedLaneStep {
    var verb: String
    var object: Node
    var map: KeyedNode
    /// The transfer that the step starts.
    var name: String?
    var location: FileLocation

    /// More steps than this are a mistake.
    static let mostSteps = 10_000

    /// Reads the verbs and names of a lane.
    static func steps(of node: Node?, nodes: NodeReader) -> [NamedLaneStep] {
        guard let node else { return [] }
        var steps: [NamedLaneStep] = []
        var counts: [String: Int] = [:]
        for item in nodes.list(node, "client") {
            for written in expanded(item, nodes) {
                guard steps.count < mostSteps else {
                    nodes.log.add(item.location, "too many steps", expected: "at most \(mostSteps)")
                    return steps
                }
                guard var step = step(written, nodes) else { continue }
                if ["get", "download", "request", "resume"].contains(step.verb) {
                    if let name = step.map["as"] {
                        step.name = nodes.name(name, "a transfer")
                    } else {
                        counts[step.verb, default: 0] += 1
                        step.name = "\(step.verb)-\(counts[step.verb, default: 0])"
                    }
                }
                steps.append(step)
            }
        }
        return steps
    }

    private static func step(_ node: Node, _ nodes: NodeReader) -> NamedLaneStep? {
        let verbs = LaneReader.verbs
        guard let entries = node.entries else {
            let isGlued = node.text.map { text in verbs.contains { text.hasPrefix($0.verb + ":") } } ?? false
            nodes.log.add(
                node.location, "a step is \(node.nickname)", expected: "verb: OBJECT",
                hint: isGlued ? "a space is missing behind the colon" : nil)
            return nil
        }
        let found = entries.compactMap { entry in verbs.first { $0.verb == entry.key }.map { (entry, $0) } }
        guard let (entry, verb) = found.first else {
            let first = entries.first { !modifiers.contains($0.key) } ?? entries.first
            if let first {
                nodes.log.addUnknown(first.key, "verb", known: verbs.map(\.verb), at: first.location)
            } else {
                nodes.log.add(node.location, "an empty step", expected: "verb: OBJECT")
            }
            return nil
        }
        guard
            let map = nodes.map(
                node, "the step \(verb.verb)", keys: [verb.verb, "each"] + verb.modifiers)
        else { return nil }
        return NamedLaneStep(verb: verb.verb, object: entry.value, map: map, name: nil, location: node.location)
    }

    private static let modifiers = Set(LaneReader.verbs.flatMap(\.modifiers) + ["each"])

    /// The steps that `each: { n: 1..6 }` makes of one.
    private static func expanded(_ node: Node, _ nodes: NodeReader) -> [Node] {
        guard let each = node["each"] else { return [node] }
        guard let entries = each.entries, entries.count == 1, let entry = entries.first else {
            nodes.log.add(each.location, "each is \(each.nickname)", expected: "one name with its values, { n: 1..6 }")
            return []
        }
        guard Notation.isName(entry.key), entry.key != "url", entry.key != "host" else {
            nodes.log.add(entry.location, "\(Complaint.quoted(entry.key)) is no name for each")
            return []
        }
        return values(entry.value, nodes).map { value in
            Substitution(log: nodes.log, values: [entry.key: value])(node)
        }
    }

    private static func values(_ node: Node, _ nodes: NodeReader) -> [Node] {
        if let items = node.items { return items }
        guard
            let span = nodes.value(
                node, "each",
                { (text) throws(NotationError) in try Notation.span(text, Notation.count) })
        else { return [] }
        guard span.count <= mostSteps else {
            nodes.log.add(node.location, "too many steps", expected: "at most \(mostSteps)")
            return []
        }
        return span.map { Node(.scalar(Node.Scalar(String($0))), location: node.location) }
    }
}
