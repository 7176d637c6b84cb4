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
        return findings
    }

    /// What of a resource's attempts and steps was never come to.
    private func unplayed(_ resource: Resource) -> [String] {
        let name = resource.path.description
        let exchanges = journal.exchanges(of: name)
        guard !exchanges.isEmpty else { return ["it was never requested"] }
        var unmet = (journal.attemptsUnused[name] ?? []).map { "attempt \($0 + 1) was never requested" }
        for exchange in exchanges where !isCancelled(exchange) { unmet += exchange.withoutEffect }
        return unmet
    }

    /// The transfer that a request belongs to, whatever name it carries.
    func owner(of exchange: ExchangeRecord) -> TransferCase? {
        transfers.first { $0.exchanges.contains { $0.id == exchange.id } }
    }

    private func isCancelled(_ exchange: ExchangeRecord) -> Bool {
        owner(of: exchange)?.cancel != nil
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
            where !mayFollow(before, after, in: transfer) {
                return Problem(
                    .uninvitedRequest,
                    expected:
                        "\(transfer.exchanges.firstIndex { $0.id == after.id } ?? 1) requests of \(transfer.name)",
                    actual: "another one after status \(before.response?.head.status ?? 0)")
            }
        }
        return nil
    }

    /// Whether one transfer may send this request after that answer: a redirect, a challenge, a useless part, a lost one.
    private func mayFollow(_ before: ExchangeRecord, _ after: ExchangeRecord, in transfer: TransferCase) -> Bool {
        let status = before.response?.head.status ?? 0
        if [301, 302, 303, 307, 308, 401, 407].contains(status) { return true }
        let restarts = transfer.predecessor != nil && before.request.head?.fields["Range"] != nil
        if restarts, [200, 206, 416].contains(status) { return true }
        // RFC 9112 §9.3.1: an idempotent request that was lost on a used connection before any answer is sent again.
        let isLost = before.response == nil && before.number > 1
        return isLost && (before.request.head?.method.isIdempotent ?? false)
    }
}
