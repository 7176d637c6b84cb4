internal import HTTPMessages
internal import HTTPWire
internal import Scenarios

extension RunningInstance {
    /// The answer to a plain GET where one is kept ready.
    func preparedAnswer(_ target: String, on origin: String, at time: Duration) -> PreparedAnswer? {
        let date = date(at: time)
        if let known = prepared[origin]?[target] {
            guard let known else { return nil }
            if known.date == date { return known }
        }
        // Targets that are no resource's path are not remembered: there is no end of them.
        guard let resource = resources.exactResource(target, on: origin) else { return nil }
        let made = prepare(resource, path: target, date: date)
        prepared[origin, default: [:]].updateValue(made, forKey: target)
        return made
    }

    private func prepare(_ resource: Resource, path: String, date: HTTPDate) -> PreparedAnswer? {
        let request = HTTPRequestHead(method: .get, target: path)
        guard resource.attempts.isEmpty, resource.answer.isPlain, !configuration.isShared,
            let version = try? version(of: resource.answer.body, path: pathInScenario(path)),
            let length = version.content.length, length <= PreparedAnswer.largestContent
        else { return nil }
        let facts = version.facts(for: resource.answer, path: path, firstDate: firstDate)
        let planner = AnswerPlanner(
            answer: resource.answer, facts: facts, date: date, nonce: nonce, authority: authority(of:))
        let plan = planner.plan(for: request)
        guard plan.keepsConnection, plan.framing == .length, let head = plan.head else { return nil }
        var bytes: [UInt8] = []
        HeadEncoder.append(head, to: &bytes)
        let response = ExchangeRecord.Response(bytes: WireBytes(bytes), head: head)
        version.content.append(0..<length, to: &bytes)
        guard !version.content.isShort else { return nil }
        return PreparedAnswer(
            resource: resource.path.description, path: path, ledger: resources.ledger(of: resource, path: path),
            date: date, bytes: bytes, contentLength: Int(length), response: response,
            representation: ExchangeRecord.Representation(
                id: version.id, etag: facts.entityTag, lastModified: facts.lastModified, length: length))
    }
}
