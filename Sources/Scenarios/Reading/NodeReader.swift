import HTTPMessages
import YAML

/// Reads nodes as the types of their places; what cannot be read is complained about and left out.
struct NodeReader {
    let log: Complaints

    /// The text of a scalar.
    func text(_ node: Node, _ kind: String) -> String? {
        guard let text = node.text else {
            log.add(node.location, "\(kind) is \(node.nickname)", expected: "a text")
            return nil
        }
        return text
    }

    /// A text that is not empty.
    func sentence(_ node: Node, _ kind: String) -> String? {
        guard let text = text(node, kind) else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            log.add(node.location, "\(kind) is empty")
            return nil
        }
        return text
    }

    /// A text in which addresses may stand.
    func template(_ node: Node, _ kind: String) -> Template? {
        text(node, kind).map { Template(parsing: $0) }
    }

    /// A text in a notation of its own.
    func value<Value>(
        _ node: Node, _ kind: String, _ read: (String) throws(NotationError) -> Value
    ) -> Value? {
        guard let text = text(node, kind) else { return nil }
        do {
            return try read(text)
        } catch {
            log.add(node.location, error.message, expected: error.expected, meant: error.meant)
            return nil
        }
    }

    /// One of some words.
    func word<Word: RawRepresentable & CaseIterable>(
        _ node: Node, _ kind: String, as: Word.Type = Word.self
    ) -> Word? where Word.RawValue == String {
        guard let text = text(node, kind) else { return nil }
        if let word = Word(rawValue: text) { return word }
        log.addUnknown(text, kind, known: Word.allCases.map(\.rawValue), at: node.location)
        return nil
    }

    /// A flag: `true`, or left out.
    func flag(_ node: Node?, _ kind: String) -> Bool {
        guard let node else { return false }
        if node.text != "true" {
            log.add(
                node.location, "\(kind) is \(node.nickname)", expected: "true", hint: "leave a flag out that is not set"
            )
        }
        return true
    }

    /// The name of a gate, a transfer or an origin.
    func name(_ node: Node, _ kind: String) -> String? {
        guard let text = text(node, kind) else { return nil }
        guard Notation.isName(text) else {
            log.add(
                node.location, "\(Complaint.quoted(text)) is no name for \(kind)",
                expected: "lower case letters, digits and hyphens, a letter first")
            return nil
        }
        return text
    }

    /// A list that may be one item.
    func oneOrMany(_ node: Node) -> [Node] {
        node.items ?? [node]
    }

    /// A list that is always written as one.
    func list(_ node: Node, _ kind: String) -> [Node] {
        if let items = node.items { return items }
        log.add(node.location, "\(kind) is \(node.nickname)", expected: "a list")
        return []
    }

    /// A map with known keys.
    func map(_ node: Node, _ kind: String, keys: [String]) -> KeyedNode? {
        guard let entries = node.entries else {
            log.add(node.location, "\(kind) is \(node.nickname)", expected: "a map")
            return nil
        }
        for entry in entries where !keys.contains(entry.key) {
            log.addUnknown(entry.key, "key", of: kind, known: keys, at: entry.location)
        }
        return KeyedNode(location: node.location, entries: entries)
    }

    /// Fields, `[Name: value]`.
    func fields(_ node: Node?, _ kind: String) -> [FieldLine] {
        guard let node else { return [] }
        return list(node, kind).compactMap { field($0) }
    }

    private func field(_ node: Node) -> FieldLine? {
        guard let entries = node.entries, let entry = entries.first else {
            log.add(
                node.location, "a field is \(node.nickname)", expected: "Name: value",
                hint: "quote a value with a comma")
            return nil
        }
        guard entries.count == 1 else {
            log.add(entries[1].location, "a second field in one item of the list", expected: "one field in each")
            return nil
        }
        guard ASCII.isToken(entry.key) else {
            log.add(entry.location, "\(Complaint.quoted(entry.key)) is no field name")
            return nil
        }
        guard let value = template(entry.value, "the value of a field") else { return nil }
        if entry.value.text?.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) ?? false {
            log.add(
                entry.value.location, "a control character in the value of \(entry.key)",
                hint: "broken heads are made with raw")
            return nil
        }
        return FieldLine(name: entry.key, value: value)
    }

    /// Names of fields.
    func fieldNames(_ node: Node?, _ kind: String) -> [String] {
        guard let node else { return [] }
        return oneOrMany(node).compactMap { item in
            guard let text = text(item, kind) else { return nil }
            if ASCII.isToken(text) { return text }
            log.add(item.location, "\(Complaint.quoted(text)) is no field name")
            return nil
        }
    }

    /// A request method.
    func method(_ node: Node) -> String? {
        guard let text = text(node, "a method") else { return nil }
        guard ASCII.isToken(text), text == text.uppercased() else {
            log.add(
                node.location, "\(Complaint.quoted(text)) is no method", expected: "upper case letters",
                meant: ASCII.isToken(text) ? text.uppercased() : nil)
            return nil
        }
        return text
    }

    /// A final status.
    func status(_ node: Node) -> Int? {
        guard let status = value(node, "a status", Notation.count) else { return nil }
        guard (200...599).contains(status) else {
            log.add(node.location, "\(status) is no status of a final answer", expected: "200 to 599")
            return nil
        }
        return status
    }

    /// `user:password`.
    func credentials(_ node: Node) -> Credentials? {
        guard let text = text(node, "credentials") else { return nil }
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
            log.add(node.location, "\(Complaint.quoted(text)) are no credentials", expected: "user:password")
            return nil
        }
        return Credentials(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }
}

/// A map whose keys have been checked.
struct KeyedNode {
    let location: FileLocation
    let entries: [Node.Entry]

    subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }

    /// Where a key stands; the map's place when it has none.
    func location(of key: String) -> FileLocation {
        entries.first { $0.key == key }?.location ?? location
    }
}
