import YAML

/// Reads the steps of scripts and the trouble of connections.
struct StepReader {
    let nodes: NodeReader

    static let actions = ["hold", "pause", "pace", "send", "inform", "cut"]
    static let atAccept = ["hold", "pause", "cut"]
    static let keys = ["at"] + actions + ["fields", "undetectable"]

    func read(_ node: Node) -> Step? {
        guard let map = nodes.map(node, "a step", keys: StepReader.keys) else { return nil }
        let position = map["at"].map { nodes.value($0, "a position", Notation.position) }
        if position == nil { nodes.log.add(node.location, "a step does not say where", expected: "at: POSITION") }
        guard let entry = onlyAction(of: map, StepReader.actions), let action = action(entry, map) else { return nil }
        if map["fields"] != nil, entry.key != "inform" {
            nodes.log.add(map.location(of: "fields"), "only inform has fields")
        }
        let undetectable = nodes.flag(map["undetectable"], "undetectable")
        guard let position = position.flatMap(\.self) else { return nil }
        return Step(at: position, action, isUndetectable: undetectable, location: node.location)
    }

    /// What happens on a connection before anything is read from it.
    func trouble(_ node: Node) -> Origin.ConnectionTrouble? {
        guard let map = nodes.map(node, "a connection", keys: StepReader.atAccept) else { return nil }
        guard !map.entries.isEmpty else {
            nodes.log.add(node.location, "nothing happens on this connection", expected: "hold, pause or cut")
            return nil
        }
        let known = map.entries.filter { StepReader.atAccept.contains($0.key) }
        let actions = known.compactMap { action($0, map) }
        return Origin.ConnectionTrouble(actions: actions, location: node.location)
    }

    private func onlyAction(of map: KeyedNode, _ actions: [String]) -> Node.Entry? {
        let found = map.entries.filter { actions.contains($0.key) }
        guard let entry = found.first else {
            if map.entries.allSatisfy({ ["at", "fields", "undetectable"].contains($0.key) }) {
                nodes.log.add(map.location, "a step does nothing", expected: Complaint.choice(actions))
            }
            return nil
        }
        if found.count > 1 {
            nodes.log.add(
                found[1].location, "a step does one thing, and \(entry.key) is there", hint: "make two steps")
        }
        return entry
    }

    private func action(_ entry: Node.Entry, _ map: KeyedNode) -> Step.Action? {
        let node = entry.value
        switch entry.key {
        case "hold":
            return nodes.name(node, "a gate").map { .hold(gate: $0) }
        case "pause":
            return nodes.value(node, "a pause", Notation.duration).map { .pause($0) }
        case "pace":
            return nodes.value(node, "a pace", Notation.pace).map { .pace($0) }
        case "send":
            return BodyReader(nodes: nodes).read(node).map { .send($0) }
        case "inform":
            guard let status = nodes.value(node, "a status", Notation.count) else { return nil }
            guard (100...199).contains(status), status != 101 else {
                nodes.log.add(node.location, "\(status) is no interim status", expected: "100 to 199, not 101")
                return nil
            }
            return .inform(status: status, fields: nodes.fields(map["fields"], "fields"))
        default:
            return cut(node)
        }
    }

    private func cut(_ node: Node) -> Step.Action? {
        let later = node.text == "unclean" || node["stream"] != nil
        if later {
            nodes.log.add(
                node.location, "this cut is not yet supported by this version", expected: "fin or rst")
            return nil
        }
        return nodes.word(node, "cut", as: Step.Cut.self).map { .cut($0) }
    }
}
