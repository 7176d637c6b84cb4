import YAML

extension PerfectPlay {
    mutating func awaitGate(_ gate: String, _ count: Int, _ step: LaneStep) {
        foresight.awaited.insert(gate)
        let holding = exchanges.indices.filter { exchanges[$0].gate(open: server.openGates) == gate }
        guard holding.count >= count else {
            let found = server.openGates.contains(gate) ? "it is open" : "\(holding.count) of \(count) hold there"
            let running = order.filter { transfers[$0]?.hasEnded == false }
            let others = (running.isEmpty ? Array(order.suffix(1)) : running).prefix(3).map { whereabouts(of: $0) }
            log.add(
                step.location, "nothing makes sure that the gate '\(gate)' is reached: \(found)",
                hint: others.isEmpty ? nil : others.joined(separator: ", "))
            return
        }
        for index in holding where exchanges[index].isFollowed { cover(exchanges[index].transfer) }
    }

    /// An await makes sure of everything that a transfer has come to.
    private mutating func cover(_ name: String) {
        guard let transfer = transfers[name] else { return }
        transfers[name]?.isAwaited = true
        transfers[name]?.certain = transfer.delivered
        server.order(name)
    }

    mutating func awaitTransfer(_ name: String, _ milestone: LaneStep.Milestone, _ step: LaneStep) {
        guard known(name, step) != nil else { return }
        if milestone == .ended { timeOut(name) }
        guard let transfer = transfers[name] else { return }
        let isMet: Bool
        switch milestone {
        case .ended: isMet = transfer.hasEnded
        case .question: isMet = if case .asking = transfer.state { true } else { false }
        case .left:
            isMet = [.ended(.cancelled), .ended(.interrupted), .ended(.failed)].contains(transfer.state)
        case .stalled: isMet = transfer.exchange != nil && (transfer.readLimit != nil || transfer.isSuspended)
        case .reported(let offset):
            let byte = byte(of: offset, transfer)
            foresight.offsets[.init(name, at: step.location)] = byte
            isMet = byte.map { transfer.delivered >= $0 } ?? false
        }
        if isMet {
            cover(name)
        } else {
            log.add(
                step.location, "nothing makes sure that this await is met", hint: whereabouts(of: name))
        }
    }

    /// The byte of an offset in the answer that a transfer has; nil where there is none.
    private func byte(of offset: Offset, _ transfer: PlayedTransfer) -> Int64? {
        guard let number = transfer.exchange ?? exchanges.lastIndex(where: { $0.transfer == transfer.name }) else {
            return nil
        }
        let answer = exchanges[number].answer
        guard case .byte(let byte) = facts.place(of: offset, in: answer.raw ?? answer.body) else { return nil }
        return byte
    }

    /// Ends a transfer that only a timer of the client ends.
    mutating func timeOut(_ name: String) {
        guard let transfer = transfers[name], endsByTimeout(transfer) else { return }
        conclude(name, .failed)
    }

    /// A client's own timer ends what the server holds for ever.
    private func endsByTimeout(_ transfer: PlayedTransfer) -> Bool {
        let session = scenario.session
        return transfer.exchange != nil && !transfer.isSuspended
            && (session.idleTimeout != nil || session.totalTimeout != nil)
    }

    /// Where a transfer is, as a clause.
    func whereabouts(of name: String) -> String {
        guard let transfer = transfers[name] else { return "'\(name)' has not been started" }
        switch transfer.state {
        case .created: return "'\(name)' is not set going"
        case .queued: return "'\(name)' waits for a connection"
        case .asking(let question, _): return "'\(name)' asks about the \(question.rawValue)"
        case .ended(let outcome):
            switch outcome {
            case .complete: return "'\(name)' is complete"
            case .failed: return "'\(name)' has failed"
            case .cancelled: return "'\(name)' is cancelled"
            case .interrupted: return "'\(name)' died with its process"
            case .either: return "'\(name)' has ended"
            }
        case .running(let number):
            if let gate = exchanges[number].gate(open: server.openGates) { return "'\(name)' holds at '\(gate)'" }
            if transfer.isSuspended { return "'\(name)' is suspended" }
            return transfer.readLimit == nil ? "'\(name)' is under way" : "'\(name)' has stopped reading"
        }
    }

    mutating func checkEnd(of name: String) {
        checkRawOutcome(of: name)
        guard let transfer = transfers[name], !transfer.hasEnded, !endsByTimeout(transfer) else { return }
        var hint = "at the end of the lane \(whereabouts(of: name))"
        if let gate = transfer.exchange.flatMap({ exchanges[$0].gate(open: server.openGates) }), gate != Step.forever {
            hint += ", and nothing opens it: write '- open: \(gate)'"
        }
        log.add(transfer.location, "'\(name)' cannot end", hint: hint)
    }

    /// What a client makes of raw bytes, no oracle knows.
    private func checkRawOutcome(of name: String) {
        guard let last = exchanges.last(where: { $0.transfer == name }), last.answer.raw != nil,
            transfers[name]?.state != .ended(.cancelled)
        else { return }
        let isWritten = scenario.checks.contains { check in
            guard check.subject == .transfer(name) else { return false }
            return ["outcome", "error", "body"].contains(check.expectation.name)
        }
        guard !isWritten else { return }
        log.add(
            transfers[name]?.location ?? scenario.location,
            "'\(name)' gets raw bytes, and nothing says what comes of them",
            hint: "must: { \(name): { outcome: … } }")
    }

    func checkQuiet(_ subject: LaneStep.QuietSubject, _ step: LaneStep) {
        let names: [String]
        switch subject {
        case .server: names = order
        case .transfer(let name):
            guard known(name, step) != nil else { return }
            names = [name]
        }
        for name in names {
            guard let transfer = transfers[name], mayStillMove(transfer, subject) else { continue }
            log.add(
                step.location, "something may still come of '\(name)' here",
                hint: "\(whereabouts(of: name)), and no await has made sure of it")
            return
        }
    }

    private func mayStillMove(_ transfer: PlayedTransfer, _ subject: LaneStep.QuietSubject) -> Bool {
        if transfer.isAwaited || transfer.isSuspended { return false }
        switch transfer.state {
        case .created, .queued: return false
        // An end that was not awaited is still to be reported; requests there are none.
        case .ended: return subject != .server
        case .running, .asking: return true
        }
    }

    func checkWait(_ duration: Duration, _ step: LaneStep) {
        guard let idle = scenario.session.idleTimeout, duration > idle / 2 else { return }
        for name in order {
            guard let transfer = transfers[name], transfer.exchange != nil, !transfer.isSuspended else { continue }
            log.add(
                step.location, "the wait is above half the idle timeout, and '\(name)' is not suspended")
            return
        }
    }
}
