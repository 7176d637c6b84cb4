import YAML

/// Puts values in the place of `$(name)`, before anything is read.
struct Substitution {
    let log: Complaints
    /// What each name stands for.
    var values: [String: Node]

    func callAsFunction(_ node: Node) -> Node {
        guard !values.isEmpty else { return node }
        switch node.content {
        case .scalar(let scalar): return replaced(scalar, node)
        case .list(let items):
            return Node(.list(items.map { self($0) }), location: node.location)
        case .map(let entries):
            let replaced = entries.map {
                Node.Entry(key: $0.key, location: $0.location, value: self($0.value))
            }
            return Node(.map(replaced), location: node.location)
        }
    }

    private func replaced(_ scalar: Node.Scalar, _ node: Node) -> Node {
        let parts = Placeholders.parts(of: scalar.text)
        // Alone it may stand for a map or list.
        if parts.count == 1, case .name(let name) = parts[0], let value = values[name] { return value }
        guard parts.contains(where: { if case .name(let name) = $0 { values[name] != nil } else { false } }) else {
            return node
        }
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .name(let name):
                guard let value = values[name] else {
                    text += "$(\(name))"
                    continue
                }
                guard let word = value.text else {
                    log.add(
                        node.location, "$(\(name)) is \(value.nickname) and stands within a text",
                        hint: "alone it may stand for a map or list")
                    continue
                }
                text += word
            }
        }
        return Node(.scalar(Node.Scalar(text, isBare: scalar.isBare)), location: node.location)
    }
}
