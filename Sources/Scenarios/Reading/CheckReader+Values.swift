import YAML

extension CheckReader {
    /// A list of which one must be true; it may be one item.
    func some<Value>(_ node: Node, _ read: (Node) -> Value?) -> [Value]? {
        let items = nodes.oneOrMany(node)
        if items.isEmpty { nodes.log.add(node.location, "an empty list can never be met") }
        let values = items.compactMap(read)
        return values.isEmpty ? nil : values
    }

    func bounds<Value: Comparable & Hashable & Sendable>(
        _ node: Node, _ read: (String) throws(NotationError) -> Value
    ) -> Bounds<Value>? {
        nodes.value(node, "bounds") { (text) throws(NotationError) in try Notation.bounds(text, read) }
    }

    /// Time has no upper bounds: a slow machine must not fail a client.
    func lowerBound(_ node: Node) -> Bounds<Duration>? {
        guard let bounds = bounds(node, Notation.duration) else { return nil }
        guard bounds.upper == nil, let lower = bounds.lower else {
            nodes.log.add(
                node.location, "an upper bound on time depends on the machine", expected: "a lower bound",
                meant: node.text.map { String($0.prefix { $0 != "." }) + ".." })
            return nil
        }
        return Bounds(lower: lower, upper: nil)
    }

    func url(_ node: Node) -> Expectation.Target? {
        guard let text = nodes.text(node, "a URL") else { return nil }
        guard text.hasPrefix("/") else { return .url(Template(parsing: text)) }
        let name = text.prefix { $0 != "?" && $0 != "#" }
        guard
            let path = nodes.value(
                Node(.scalar(Node.Scalar(String(name))), location: node.location), "a URL",
                Notation.resource)
        else { return nil }
        return .resource(path, suffix: String(text.dropFirst(name.count)))
    }

    func content(_ node: Node) -> Expectation.Content? {
        switch node.text {
        case "whole": return .whole
        case "prefix": return .prefix
        case "uploaded": return .uploaded
        case "none": return Expectation.Content.none
        default: return BodyReader(nodes: nodes).read(node).map { .bytes($0) }
        }
    }

    func amount(_ node: Node) -> Expectation.Amount? {
        switch node.text {
        case "held": return .held
        case "none": return Expectation.Amount.none
        default: return bounds(node, Notation.size).map { .bytes($0) }
        }
    }

    func rangeField(_ node: Node) -> Expectation.RangeField? {
        switch node.text {
        case "held": return .held
        case "none": return Expectation.RangeField.none
        default: return nodes.template(node, "a Range field").map { .value($0) }
        }
    }

    func validatorField(_ node: Node) -> Expectation.ValidatorField? {
        switch node.text {
        case "etag": return .etag
        case "modified": return .modified
        case "none": return Expectation.ValidatorField.none
        default: return nodes.template(node, "an If-Range field").map { .value($0) }
        }
    }
}
