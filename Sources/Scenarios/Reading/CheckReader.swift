import AdapterProtocol
import YAML

/// Reads `must`, `should` and `info`: a map from subjects to what must be true of them.
struct CheckReader {
    let nodes: NodeReader
    let transfers: Set<String>
    let resources: [ResourcePath]

    func read(_ node: Node?, level: Scenario.Level) -> [WrittenCheck] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            nodes.log.add(node.location, "\(level.rawValue) is \(node.nickname)", expected: "a map from subjects")
            return []
        }
        return entries.flatMap { entry -> [WrittenCheck] in
            guard let subject = subject(entry),
                let map = nodes.map(entry.value, "a check of \(subject.kind)", keys: subject.words)
            else { return [] }
            return map.entries.compactMap { check in
                guard subject.words.contains(check.key), let expectation = expectation(check, of: subject) else {
                    return nil
                }
                return WrittenCheck(
                    level: level, subject: subject, expectation: expectation, location: check.location)
            }
        }
    }

    private func subject(_ entry: Node.Entry) -> WrittenCheck.Subject? {
        let key = entry.key
        if key == "server" { return .server }
        if key == "client" { return .client }
        guard key.hasPrefix("/") else {
            if transfers.contains(key) { return .transfer(key) }
            let known = transfers.sorted() + ["server", "client"] + resources.map(\.description)
            nodes.log.addUnknown(key, "subject", known: known, at: entry.location)
            return nil
        }
        let name = key.prefix { $0 != "#" }
        guard let path = resources.first(where: { $0.description == name || "//main\($0.path)" == name }) else {
            nodes.log.addUnknown(
                String(name), "resource", known: resources.map(\.description), at: entry.location)
            return nil
        }
        guard name.count < key.count else { return .resource(path) }
        guard let ordinal = try? Notation.count(String(key.dropFirst(name.count + 1))), ordinal > 0 else {
            nodes.log.add(
                entry.location, "\(Complaint.quoted(key)) is no request", expected: "\(name)#1 for the first")
            return nil
        }
        return .request(path, ordinal: ordinal)
    }

    private func expectation(_ entry: Node.Entry, of subject: WrittenCheck.Subject) -> Expectation? {
        let node = entry.value
        switch entry.key {
        case "outcome": return some(node) { nodes.word($0, "outcome") }.map { .outcome($0) }
        case "error": return some(node) { nodes.word($0, "kind of error") }.map { .error($0) }
        case "status": return some(node, nodes.status).map { .status($0) }
        case "http": return some(node) { nodes.text($0, "a version") }.map { .http($0) }
        case "fields": return .fields(nodes.fields(node, "fields"))
        case "trailers": return .trailers(nodes.fields(node, "trailers"))
        case "lacks": return .lacks(nodes.fieldNames(node, "lacks"))
        case "url": return some(node, url).map { .url($0) }
        case "body": return some(node, content).map { .body($0) }
        case "total": return some(node, amount).map { .total($0) }
        case "expected": return some(node, amount).map { .expected($0) }
        case "resumed-at": return some(node, amount).map { .resumedAt($0) }
        case "resume-data": return nodes.word(node, "presence").map { .resumeData($0) }
        case "interim":
            return some(node) { nodes.value($0, "a status", Notation.count) }.map { .interim($0) }
        case "filename": return some(node) { nodes.text($0, "a name") }.map { .filename($0) }
        default: return requestExpectation(entry)
        }
    }

    private func requestExpectation(_ entry: Node.Entry) -> Expectation? {
        let node = entry.value
        switch entry.key {
        case "method": return some(node, nodes.method).map { .method($0) }
        case "range": return some(node, rangeField).map { .range($0) }
        case "if-range": return some(node, validatorField).map { .ifRange($0) }
        case "connection":
            return some(node) { nodes.value($0, "a connection", Notation.count) }.map { .connection($0) }
        case "uploaded": return bounds(node, Notation.size).map { .uploaded($0) }
        case "sent": return bounds(node, Notation.size).map { .sent($0) }
        case "received": return bounds(node, Notation.size).map { .received($0) }
        case "after": return lowerBound(node).map { .after($0) }
        case "silence": return lowerBound(node).map { .silence($0) }
        case "lived": return lowerBound(node).map { .lived($0) }
        case "requests": return bounds(node, Notation.count).map { .requests($0) }
        case "concurrent": return bounds(node, Notation.count).map { .concurrent($0) }
        case "connections": return bounds(node, Notation.count).map { .connections($0) }
        case "memory": return bounds(node, Notation.size).map { .memory($0) }
        default:
            if node.text == "started" { return .startedOrder }
            nodes.log.addUnknown(node.text ?? node.nickname, "order", known: ["started"], at: node.location)
            return nil
        }
    }
}

extension WrittenCheck.Subject {
    /// What complaints call it.
    fileprivate var kind: String {
        switch self {
        case .transfer: "a transfer"
        case .request: "a request"
        case .resource: "a resource"
        case .server: "the server"
        case .client: "the client"
        }
    }

    /// The checks that it has.
    var words: [String] {
        switch self {
        case .transfer:
            [
                "outcome", "error", "status", "http", "fields", "lacks", "url", "body", "total", "expected",
                "resumed-at", "resume-data", "interim", "trailers", "filename", "uploaded",
            ]
        case .request:
            [
                "method", "range", "if-range", "fields", "lacks", "body", "status", "connection", "sent", "received",
                "after", "silence", "lived",
            ]
        case .resource: ["requests", "concurrent", "order"]
        case .server: ["requests", "connections"]
        case .client: ["memory"]
        }
    }
}
