/// What keeps a goal from being met.
struct Shortfall: Sendable, Hashable {
    /// What is missing, as a clause.
    var sentence: String
    /// The server itself has not come so far: what is missing is a prerequisite, not a report.
    var isUnreached = false
}

extension RunState {
    /// What is still missing for a goal; nil when it is met.
    func shortfall(of goal: Goal) -> Shortfall? {
        switch goal {
        case .gate(let gate, let count): shortfall(at: gate, count: count)
        case .started(let t): need(transfers[t]?.isStarted, "the client has not begun \(t)")
        case .ended(let t): need(transfers[t]?.hasEnded, "\(t) has not ended\(standing(of: t))")
        case .question(let t): need(transfers[t]?.question != nil, "\(t) has asked nothing")
        case .suspended(let t): need(transfers[t]?.isSuspended, "the client has not accepted the pause of \(t)")
        case .left(let t):
            need(
                exchanges.values.contains { $0.transfer == t } ? exchanges.values.contains(where: left(t)) : hasGone(t),
                "the server still has the connection of \(t)")
        case .stalled(let t):
            need(exchanges.values.contains { $0.transfer == t && $0.isStalled }, "the client still reads \(t)")
        case .reported(let t, let bytes):
            need(
                (transfers[t]?.total ?? 0) + quantum >= bytes,
                "\(t) has reported \(transfers[t]?.total ?? 0) of \(bytes)")
        case .pong(let id): need(pongs.contains(id), "the adapter does not answer")
        case .reset(let count): need(resets >= count, "the adapter has not answered the reset")
        case .configured(let session): need(sessions.contains(session), "the adapter has not made session \(session)")
        }
    }

    private func need(_ isMet: Bool?, _ sentence: String) -> Shortfall? {
        isMet == true ? nil : Shortfall(sentence: sentence)
    }

    private func left(_ t: String) -> (Exchange) -> Bool {
        { $0.transfer == t && ($0.hasLeft || $0.isOver) }
    }

    /// A transfer of which no request was read has left nothing behind once it has ended, unless at a door.
    private func hasGone(_ t: String) -> Bool {
        let others = transfers.count { name, transfer in name != t && !name.hasPrefix("_") && !transfer.hasEnded }
        return (transfers[t]?.hasEnded ?? false) && doors.count <= others
    }

    private func standing(of t: String) -> String {
        guard let transfer = transfers[t] else { return "" }
        let holds = exchanges.values.compactMap { $0.transfer == t ? $0.hold?.gate : nil }
        let place = holds.first.map { "; the server holds at \($0)" } ?? ""
        return ", \(transfer.total) bytes reported\(place)"
    }

    private func shortfall(at gate: String, count: Int) -> Shortfall? {
        // In front of a request there is nothing that a client could report.
        let waiting = doors.values.count { $0 == gate }
        let holding = exchanges.values.filter { $0.hold?.gate == gate }
        let found = holding.count + waiting
        guard found >= count else {
            let seen = transfers.keys.sorted().map { "\($0)\(standing(of: $0))" }.joined(separator: "; ")
            return Shortfall(
                sentence: "\(found) of \(count) exchanges hold at \(gate)" + (seen.isEmpty ? "" : " (\(seen))"),
                isUnreached: true)
        }
        let short = holding.compactMap { exchange in exchange.hold.flatMap { shortfall(of: exchange, in: $0) } }
        return found - short.count >= count ? nil : short.first
    }

    private func shortfall(of exchange: Exchange, in hold: Hold) -> Shortfall? {
        guard let name = exchange.transfer else {
            return Shortfall(sentence: "a request without Sluice-Transfer holds at \(hold.gate)", isUnreached: true)
        }
        let transfer = transfers[name] ?? Transfer()
        if gatesBehindEnd.contains(hold.gate) {
            return need(
                transfer.hasEnded, "\(name) has not ended although everything was sent in front of \(hold.gate)")
        }
        // Nothing of the answer lies in front of a gate before the head, nor before the first byte of a part without one.
        guard hold.offset != nil || hold.sent > 0 else { return nil }
        guard transfer.hasHead || transfer.total > 0 else {
            return Shortfall(sentence: "\(name) has not reported the head sent in front of \(hold.gate)")
        }
        let sent = transfer.isResumed ? hold.offset ?? transfer.base + hold.sent : hold.sent
        guard transfer.total + quantum < sent else { return nil }
        return Shortfall(
            sentence: "\(name) has reported \(transfer.total) of the \(sent) bytes sent in front of \(hold.gate)")
    }
}
