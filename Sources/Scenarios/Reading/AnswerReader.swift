import YAML

/// Reads the keys of an answer over the answer that they are exceptions to.
struct AnswerReader {
    let nodes: NodeReader
    /// The seed of patterns that do not say theirs.
    var defaultSeed: BodySource.Seed = .number(0)

    static let keys = [
        "body", "type", "etag", "modified", "encoding", "ranges", "auth", "cors", "status", "reason", "http", "fields",
        "drop",
        "framing", "trailers", "pace", "split", "early", "continue", "raw", "script",
    ]

    func read(_ map: KeyedNode, over base: Answer) -> Answer {
        var answer = base
        readContent(map, into: &answer)
        readHead(map, into: &answer)
        readDelivery(map, into: &answer)
        return answer
    }

    private func readContent(_ map: KeyedNode, into answer: inout Answer) {
        let bytes = BodyReader(nodes: nodes, defaultSeed: defaultSeed)
        if let node = map["body"], let body = bytes.read(node) { answer.body = body }
        if let node = map["raw"], let raw = bytes.read(node) { answer.raw = raw }
        if let node = map["type"], let type = nodes.sentence(node, "a media type") { answer.type = type }
        if let node = map["etag"], let etag = nodes.value(node, "an entity tag", Notation.etag) { answer.etag = etag }
        if let node = map["modified"], let date = nodes.value(node, "a date", Notation.modified) {
            answer.modified = date
        }
        if let node = map["encoding"], let encoding = encoding(node) { answer.encoding = encoding }
        if let node = map["ranges"], let ranges = ranges(node) { answer.ranges = ranges }
    }

    private func readHead(_ map: KeyedNode, into answer: inout Answer) {
        if let node = map["status"], let status = nodes.status(node) { answer.status = status }
        if let node = map["reason"], let reason = nodes.text(node, "a reason phrase") { answer.reason = reason }
        if let node = map["http"], let version: Answer.Version = nodes.word(node, "version of HTTP") {
            answer.version = version
        }
        if map["fields"] != nil { answer.fields = nodes.fields(map["fields"], "fields") }
        if map["drop"] != nil { answer.drop = nodes.fieldNames(map["drop"], "drop") }
        if map["trailers"] != nil { answer.trailers = nodes.fields(map["trailers"], "trailers") }
        if map["cors"] != nil { answer.cors = nodes.flag(map["cors"], "cors") }
        if let node = map["auth"], let auth = auth(node) { answer.auth = auth }
    }

    private func readDelivery(_ map: KeyedNode, into answer: inout Answer) {
        if let node = map["framing"], let framing: Answer.Framing = nodes.word(node, "framing") {
            answer.framing = framing
        }
        if let node = map["pace"], let pace = nodes.value(node, "a pace", Notation.pace) { answer.pace = pace }
        if let node = map["split"], let split = nodes.value(node, "a split", Notation.schedule) {
            answer.split = split
        }
        if let node = map["early"], let early = nodes.value(node, "early", Notation.size) { answer.early = early }
        if let node = map["continue"] {
            if node.text != "never" {
                nodes.log.add(
                    node.location, "continue is \(node.nickname)", expected: "never",
                    hint: "leave it out for a 100 where one is asked for")
            }
            answer.neverContinues = true
        }
        if let node = map["script"] {
            let steps = StepReader(nodes: nodes)
            answer.script = nodes.list(node, "a script").compactMap(steps.read)
        }
    }

    private func auth(_ node: Node) -> AuthRule? {
        guard let map = nodes.map(node, "auth", keys: ["basic", "digest"]) else { return nil }
        guard map.entries.count == 1, let entry = map.entries.first else {
            nodes.log.add(node.location, "auth has \(map.entries.count) schemes", expected: "basic or digest")
            return nil
        }
        guard let credentials = nodes.credentials(entry.value) else { return nil }
        return entry.key == "basic" ? .basic(credentials) : .digest(credentials)
    }
}
