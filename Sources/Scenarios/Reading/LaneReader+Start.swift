import YAML

extension LaneReader {
    func start(_ step: NamedLaneStep) -> LaneStep.Verb? {
        guard let name = step.name,
            let (resource, query) = nodes.value(step.object, "a target", Notation.target)
        else { return nil }
        var start = TransferStart(
            name: name, sink: step.verb == "download" ? .file : .memory, resource: resource, query: query)
        if step.verb == "request" {
            guard let method = step.map["method"] else {
                nodes.log.add(step.location, "a request does not say its method", expected: "method: METHOD")
                return nil
            }
            start.method = nodes.method(method) ?? start.method
        }
        readRequest(step.map, into: &start)
        readManner(step.map, into: &start)
        return .start(start)
    }

    private func readRequest(_ map: KeyedNode, into start: inout TransferStart) {
        start.fields = nodes.fields(map["fields"], "fields")
        start.body = map["body"].flatMap { BodyReader(nodes: nodes).read($0) }
        if let body = start.body, body.isEndless {
            nodes.log.add(map.location(of: "body"), "a request's body that never ends")
        }
        if let from = map["from"], let form: TransferStart.UploadForm = nodes.word(from, "source of a body") {
            start.bodySource = form
            if start.body == nil { nodes.log.add(map.location(of: "from"), "from without a body") }
        }
    }

    private func readManner(_ map: KeyedNode, into start: inout TransferStart) {
        if let ask = map["ask"] {
            let questions = nodes.oneOrMany(ask).compactMap { node in
                nodes.word(node, "question", as: TransferStart.Question.self)
            }
            start.asks = Set(questions)
        }
        start.stopAfter = map["stop-after"].flatMap { nodes.value($0, "stop-after", Notation.size) }
        start.quota = map["quota"].flatMap { nodes.value($0, "a quota", Notation.size) }
        start.cache = map["cache"].flatMap { nodes.word($0, "use of the cache", as: TransferStart.CacheUse.self) }
        start.isSuspended = nodes.flag(map["suspended"], "suspended")
    }
}
