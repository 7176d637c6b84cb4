import YAML

/// Reads `session` and `origins`.
struct SessionReader {
    let nodes: NodeReader

    static let keys = [
        "connections", "redirects", "idle-timeout", "total-timeout", "credentials", "cookies", "cache", "background",
    ]
    static let originKeys = ["host", "connections", "send-buffer"]

    func session(_ node: Node?) -> SessionOptions {
        var options = SessionOptions()
        guard let node, let map = nodes.map(node, "session", keys: SessionReader.keys) else { return options }
        options.connections = map["connections"].flatMap { node in
            nodes.value(node, "connections", Notation.count).flatMap { count in
                if count == 0 { nodes.log.add(node.location, "no connection at all", expected: "at least 1") }
                return count == 0 ? nil : count
            }
        }
        options.redirects = map["redirects"].flatMap { nodes.value($0, "redirects", Notation.count) }
        options.idleTimeout = map["idle-timeout"].flatMap(timeout)
        options.totalTimeout = map["total-timeout"].flatMap(timeout)
        options.credentials = map["credentials"].flatMap(nodes.credentials)
        options.cookies = nodes.flag(map["cookies"], "cookies")
        options.cache = nodes.flag(map["cache"], "cache")
        options.background = nodes.flag(map["background"], "background")
        return options
    }

    private func timeout(_ node: Node) -> Duration? {
        guard let duration = nodes.value(node, "a timeout", Notation.duration) else { return nil }
        guard duration >= .milliseconds(1) else {
            nodes.log.add(node.location, "a timeout below a millisecond", expected: "at least 1ms")
            return nil
        }
        return duration
    }

    /// The origins that are written, `main` first, and those that only resources name.
    func origins(_ node: Node?, resources: [Resource]) -> [Origin] {
        var origins: [Origin] = []
        if let node {
            guard let entries = node.entries else {
                nodes.log.add(node.location, "origins is \(node.nickname)", expected: "a map from names to origins")
                return [Origin(name: "main")]
            }
            origins = entries.compactMap(origin)
        }
        for name in ["main"] + resources.map(\.path.origin) where !origins.contains(where: { $0.name == name }) {
            origins.append(Origin(name: name))
        }
        return origins.filter { $0.name == "main" } + origins.filter { $0.name != "main" }
    }

    private func origin(_ entry: Node.Entry) -> Origin? {
        guard Notation.isName(entry.key) else {
            nodes.log.add(
                entry.location, "\(Complaint.quoted(entry.key)) is no name for an origin",
                expected: "lower case letters, digits and hyphens, a letter first")
            return nil
        }
        guard let map = nodes.map(entry.value, "an origin", keys: SessionReader.originKeys) else { return nil }
        let steps = StepReader(nodes: nodes)
        let troubles = map["connections"].map { nodes.list($0, "connections") } ?? []
        return Origin(
            name: entry.key, host: map["host"].flatMap { nodes.sentence($0, "a host name") },
            connections: troubles.compactMap(steps.trouble), sendBuffer: map["send-buffer"].flatMap(sendBuffer))
    }

    private func sendBuffer(_ node: Node) -> Int64? {
        guard let size = nodes.value(node, "a send buffer", Notation.size) else { return nil }
        if size == 0 { nodes.log.add(node.location, "a send buffer without room", expected: "at least 1B") }
        return size == 0 ? nil : size
    }
}
