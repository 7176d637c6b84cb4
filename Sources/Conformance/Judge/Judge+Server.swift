internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// What the server's own record says: requests that nobody asked for, and whether the scenario was played at all.
    func serverFindings() -> [Finding] {
        var findings = [
            implied(
                "server.uninvited", asked: "No request comes that the client was not asked to make.",
                refs: ["RFC 9110 §9.2.2"], uninvited())
        ]
        for resource in scenario.resources {
            let unmet = unplayed(resource)
            findings.append(
                Finding(
                    "\(resource.path).played", level: scenario.level, unmet.isEmpty ? .pass : .blocked,
                    asked: "The server came to do all that the scenario has it do with \(resource.path).",
                    expected: unmet.isEmpty ? "" : "every attempt, hold and cut",
                    actual: unmet.joined(separator: "; ")))
        }
        return findings + originFindings()
    }

    /// What of a resource the perfect client comes to and this one never did.
    private func unplayed(_ resource: Resource) -> [String] {
        let name = resource.path.description
        let exchanges = journal.exchanges(of: name)
        let foresight = transcript.foresight
        guard foresight?.resources.contains(resource.location) ?? true else { return [] }
        guard !exchanges.isEmpty else { return ["it was never requested"] }
        var unmet = (journal.attemptsUnused[name] ?? []).filter { index in
            foresight?.attempts.contains(resource.attempts[index].location) ?? true
        }.map { "attempt \($0 + 1) was never requested" }
        unmet += exchanges.flatMap { strayWrites(of: $0, for: resource) }
        // Where a cancel meets an answer is the client's affair.
        let finished = exchanges.filter { owner(of: $0)?.cancel == nil }
        guard let foresight else { return unmet + finished.flatMap(\.withoutEffect) }
        guard finished.count == exchanges.count else { return unmet }
        for step in resource.steps where foresight.steps.contains(step.location) {
            guard !exchanges.contains(where: { $0.made(step) }) else { continue }
            unmet += ["\(step.action.name) at \(step.position.text) was never come to"]
        }
        return unmet
    }

    /// The transfer that a request belongs to, whatever name it carries.
    func owner(of exchange: ExchangeRecord) -> TransferCase? {
        transfers.first { $0.exchanges.contains { $0.id == exchange.id } }
    }

    private func uninvited() -> Problem? {
        let names = Set(transfers.map(\.name))
        let strangers = journal.exchanges.filter { !names.contains($0.transfer ?? "") }
        if let stranger = strangers.first {
            let what = stranger.request.head.map { "\($0.method) \($0.target)" } ?? "something that is no request"
            return Problem(
                .uninvitedRequest, expected: "requests of \(names.sorted().joined(separator: ", "))",
                actual: "\(what), which names \(stranger.transfer ?? "no transfer")")
        }
        for transfer in transfers {
            for (before, after) in zip(transfer.exchanges, transfer.exchanges.dropFirst())
            where !mayFollow(before, in: transfer) {
                return Problem(
                    .uninvitedRequest,
                    expected:
                        "\(transfer.name) to end with its request number "
                        + "\(transfer.exchanges.firstIndex { $0.id == after.id } ?? 1)",
                    actual: "another request, \(Judge.aftermath(before))")
            }
        }
        return nil
    }

    /// What came before a request that nobody asked for.
    private static func aftermath(_ before: ExchangeRecord) -> String {
        guard let status = before.response?.head.status else { return "although the one before it got no answer" }
        return "after an answer with status \(status)"
    }

    /// Whether one transfer may send another request after an answer: as the oracles say, or to answer a challenge.
    private func mayFollow(_ before: ExchangeRecord, in transfer: TransferCase) -> Bool {
        if before.prospect == .triedAgain { return true }
        guard let head = before.response?.head else { return false }
        if [401, 407].contains(head.status) { return true }
        let isResumption = transfer.predecessor != nil && before.request.head?.fields["Range"] != nil
        let oracle = isResumption ? transfer.resumeOracle : nil
        let reactions = (oracle ?? ResumeOracle(held: 0, total: nil, validator: nil)).reactions(
            to: head, contentLength: before.contentLength,
            sentIfRange: before.request.head?.fields.contains("If-Range") ?? false)
        return reactions.contains { reaction in
            switch reaction {
            case .follow: true
            case .askAgain, .askForRest: isResumption
            case .goOn, .startOver, .finish, .deliver, .fail: false
            }
        }
    }
}

extension Resource {
    /// The steps of all its answers, each once.
    fileprivate var steps: [Step] {
        var seen: Set<Step> = []
        return ([answer] + attempts.map(\.answer)).flatMap(\.script).filter { seen.insert($0).inserted }
    }
}

extension ExchangeRecord {
    /// Whether a step was made, as far as the journal has a word for it.
    fileprivate func made(_ step: Step) -> Bool {
        switch step.action {
        case .hold(let gate): holds.contains { $0.gate == gate && $0.position == step.position.text }
        case .cut: cut?.position == step.position.text
        case .pause: pauses.contains { $0.position == step.position.text }
        case .pace, .send, .inform: true
        }
    }
}

extension Step.Action {
    /// What is done, in words.
    var name: String {
        switch self {
        case .hold(let gate): "the hold \(gate)"
        case .pause: "the pause"
        case .pace: "the pace"
        case .send: "the bytes"
        case .inform: "the interim response"
        case .cut: "the cut"
        }
    }
}
