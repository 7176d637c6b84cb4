import YAML

/// Reads bytes: `text`, a list of bytes, or a map that says where they come from.
struct BodyReader {
    let nodes: NodeReader
    /// The seed of patterns that do not say theirs.
    var defaultSeed: BodySource.Seed = .number(0)

    static let kinds = ["text", "file", "hex", "base64", "pattern", "repeat"]
    static let modifiers = ["pattern": ["seed"], "repeat": ["times"]]

    func read(_ node: Node) -> BodySource? {
        switch node.content {
        case .scalar(let scalar): return .text(Template(parsing: scalar.text))
        case .list(let items):
            let sources = items.map(read)
            for (item, source) in zip(items.dropLast(), sources) where source?.isEndless ?? false {
                nodes.log.add(item.location, "nothing comes behind bytes that never end")
            }
            return sources.contains(nil) ? nil : .sequence(sources.compactMap(\.self))
        case .map: return source(node)
        }
    }

    private func source(_ node: Node) -> BodySource? {
        let keys = BodyReader.kinds + BodyReader.modifiers.values.flatMap(\.self).sorted()
        guard let map = nodes.map(node, "bytes", keys: keys) else { return nil }
        let found = map.entries.filter { BodyReader.kinds.contains($0.key) }
        guard let entry = found.first else {
            if map.entries.allSatisfy({ keys.contains($0.key) }) {
                nodes.log.add(node.location, "bytes from nowhere", expected: Complaint.choice(BodyReader.kinds))
            }
            return nil
        }
        if found.count > 1 {
            nodes.log.add(found[1].location, "bytes have one source, and \(entry.key) is there", hint: "make a list")
        }
        for other in map.entries where BodyReader.modifiers.values.joined().contains(other.key) {
            guard !(BodyReader.modifiers[entry.key] ?? []).contains(other.key) else { continue }
            nodes.log.add(other.location, "\(Complaint.quoted(other.key)) does not belong to \(entry.key)")
        }
        return read(entry.key, entry.value, map)
    }

    private func read(_ kind: String, _ node: Node, _ map: KeyedNode) -> BodySource? {
        switch kind {
        case "text": return nodes.template(node, "text").map { .text($0) }
        case "file": return nodes.value(node, "a file", Notation.fixture).map { .file($0) }
        case "hex": return nodes.value(node, "hex", Notation.hex).map { .bytes($0) }
        case "base64": return nodes.value(node, "base64", Notation.base64).map { .bytes($0) }
        case "pattern": return pattern(node, seed: map["seed"])
        default: return repeated(node, map)
        }
    }

    private func pattern(_ node: Node, seed: Node?) -> BodySource? {
        let seed = seed.map { nodes.value($0, "a seed", Notation.count) }
        if case .some(nil) = seed { return nil }
        let kind = seed.flatMap(\.self).map { BodySource.Seed.number(UInt64($0)) } ?? defaultSeed
        if node.text == "endless" { return .pattern(size: nil, seed: kind) }
        return nodes.value(node, "a pattern", Notation.size).map { .pattern(size: $0, seed: kind) }
    }

    private func repeated(_ node: Node, _ map: KeyedNode) -> BodySource? {
        guard let source = read(node) else { return nil }
        guard let times = map["times"] else {
            nodes.log.add(map.location, "repeat does not say how often", expected: "times: COUNT")
            return nil
        }
        if source.isEndless { nodes.log.add(node.location, "what never ends cannot be repeated") }
        return nodes.value(times, "times", Notation.count).map { .repeated(source, times: $0) }
    }
}

extension Notation {
    /// Reads the path of a fixture, below the fixtures' root.
    public static func fixture(_ text: String) throws(NotationError) -> String {
        let components = text.split(separator: "/", omittingEmptySubsequences: false)
        guard !text.isEmpty, components.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
        else {
            throw NotationError(
                "\(Complaint.quoted(text)) is no fixture", expected: "a path such as images/aurora.jpg")
        }
        return text
    }

    static func hex(_ text: String) throws(NotationError) -> [UInt8] {
        let digits = text.filter { !$0.isWhitespace }
        let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard values.count == digits.count, values.count.isMultiple(of: 2) else {
            throw NotationError("\(Complaint.quoted(text)) is no hex", expected: "two hexadecimal digits a byte")
        }
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
    }
}
