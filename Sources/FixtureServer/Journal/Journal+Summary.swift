extension Journal {
    /// What came of a run, in a few lines for people.
    public var summary: String {
        var lines = ["\(scenario): \(count(exchangesInAll, "exchange")) over \(count(connectionsInAll, "connection"))"]
        let reasons = Dictionary(grouping: exchanges, by: { $0.reason?.rawValue ?? "running" })
        for (reason, group) in reasons.sorted(by: { $0.key < $1.key }) { lines.append("  \(group.count) \(reason)") }
        for (resource, attempts) in attemptsUnused.sorted(by: { $0.key < $1.key }) {
            let numbers = attempts.map { String($0 + 1) }.joined(separator: ", ")
            lines.append("  never asked for: attempt \(numbers) of \(resource)")
        }
        if exchangesDropped > 0 { lines.append("  forgotten: the first \(count(exchangesDropped, "exchange"))") }
        if connectionsRefused > 0 { lines.append("  turned away: \(count(connectionsRefused, "connection"))") }
        return lines.joined(separator: "\n")
    }

    private var exchangesInAll: Int { exchanges.count + exchangesDropped }
    private var connectionsInAll: Int { connections.count + connectionsDropped }

    private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
