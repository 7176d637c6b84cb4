import HTTPMessages
import YAML

/// Reads `resources`.
struct ResourceReader {
    let nodes: NodeReader

    static let keys = AnswerReader.keys + ["attempts"]
    static let attemptKeys = ["when", "times"] + AnswerReader.keys
    static let conditionKeys = ["method", "range", "connection", "query", "fields", "lacks"]

    func read(_ node: Node?) -> [Resource] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            nodes.log.add(node.location, "resources is \(node.nickname)", expected: "a map from paths to answers")
            return []
        }
        return entries.compactMap(resource)
    }

    private func resource(_ entry: Node.Entry) -> Resource? {
        let path: ResourcePath
        do {
            path = try Notation.resource(entry.key)
        } catch {
            nodes.log.add(entry.location, error.message, expected: error.expected, meant: error.meant)
            return nil
        }
        guard let map = nodes.map(entry.value, "an answer", keys: ResourceReader.keys) else { return nil }
        let reader = AnswerReader(nodes: nodes, defaultSeed: path.isPattern ? .ofPath : .number(0))
        let answer = reader.read(map, over: Answer())
        let attempts = map["attempts"].map { nodes.list($0, "attempts") } ?? []
        return Resource(
            path: path, answer: answer, attempts: attempts.compactMap { attempt($0, reader, over: answer) },
            location: entry.location)
    }

    private func attempt(_ node: Node, _ reader: AnswerReader, over answer: Answer) -> Attempt? {
        guard let map = nodes.map(node, "an attempt", keys: ResourceReader.attemptKeys) else { return nil }
        return Attempt(
            answer: reader.read(map, over: answer), condition: map["when"].map(condition) ?? Condition(),
            times: map["times"].map(times) ?? .count(1), location: node.location)
    }

    private func times(_ node: Node) -> Attempt.Times {
        if node.text == "always" { return .always }
        guard let count = nodes.value(node, "times", Notation.count) else { return .count(1) }
        if count == 0 { nodes.log.add(node.location, "an attempt that answers no request", expected: "at least 1") }
        return .count(max(1, count))
    }

    private func condition(_ node: Node) -> Condition {
        guard let map = nodes.map(node, "when", keys: ResourceReader.conditionKeys) else { return Condition() }
        var condition = Condition()
        if let node = map["method"] { condition.methods = nodes.oneOrMany(node).compactMap(nodes.method) }
        if let node = map["range"], let word: RangeWord = nodes.word(node, "range") {
            condition.rangePresent = word == .present
        }
        if let node = map["connection"], let word: ConnectionWord = nodes.word(node, "connection") {
            condition.connectionReused = word == .reused
        }
        if let node = map["query"] {
            guard let entries = node.entries else {
                nodes.log.add(node.location, "query is \(node.nickname)", expected: "a map from names to values")
                return condition
            }
            condition.query = entries.compactMap { entry in
                nodes.text(entry.value, "a query's value").map {
                    Condition.Parameter(name: entry.key, value: $0)
                }
            }
        }
        condition.fields = nodes.fields(map["fields"], "fields")
        condition.lacks = nodes.fieldNames(map["lacks"], "lacks")
        return condition
    }

    enum RangeWord: String, CaseIterable {
        case present
        case absent
    }

    enum ConnectionWord: String, CaseIterable {
        case new
        case reused
    }
}

extension Notation {
    /// Reads the name of a resource, `/path` or `//origin/path`; a last segment `*` is allowed.
    public static func resource(_ text: String) throws(NotationError) -> ResourcePath {
        guard !text.contains("?"), !text.contains("#") else {
            throw NotationError(
                "the resource \(Complaint.quoted(text)) has a query or fragment", expected: "a path",
                meant: String(text.prefix { $0 != "?" && $0 != "#" }))
        }
        return try target(text).resource
    }

    /// Reads what is asked for: a resource's name and perhaps a query.
    public static func target(_ text: String) throws(NotationError) -> (resource: ResourcePath, query: String) {
        let query = text.firstIndex(of: "?").map { String(text[$0...]) } ?? ""
        var path = text.dropLast(query.count)
        var origin = "main"
        if path.hasPrefix("//") {
            let rest = path.dropFirst(2)
            origin = String(rest.prefix { $0 != "/" })
            path = rest.dropFirst(origin.count)
        }
        let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } && !text.contains("#")
        guard path.hasPrefix("/"), isName(origin), isClean else {
            throw NotationError(
                "\(Complaint.quoted(text)) is no path", expected: "/path or //origin/path, percent-encoded",
                meant: isClean && !text.hasPrefix("/") && !text.contains(":") ? "/" + text : nil)
        }
        return (ResourcePath(origin: origin, path: String(path)), query)
    }
}
