import HTTPMessages
import YAML

extension PerfectPlay {
    /// Lets everything happen that can.
    mutating func settle() {
        var isMoving = true
        while isMoving, exchanges.count < PerfectPlay.mostExchanges {
            isMoving = startQueued()
            while firstLive < exchanges.count, exchanges[firstLive].next == nil { firstLive += 1 }
            for index in firstLive..<exchanges.count where advance(index) { isMoving = true }
        }
    }

    /// Sends requests that wait for a slot, the oldest first.
    private mutating func startQueued() -> Bool {
        var hasStarted = false
        for name in order {
            guard case .queued(let request) = transfers[name]?.state, transfers[name]?.isSuspended == false else {
                continue
            }
            let busy = transfers.values.count { other in
                other.exchange != nil && !other.isSuspended && other.start.resource.origin == request.resource.origin
            }
            if let limit = scenario.session.connections, busy >= limit { continue }
            send(request, of: name)
            hasStarted = true
        }
        return hasStarted
    }

    /// Does what is next on an exchange's way; false when it stands.
    private mutating func advance(_ index: Int) -> Bool {
        read(index)
        guard let event = exchanges[index].next, exchanges[index].gate(open: server.openGates) == nil else {
            noteGate(index)
            return false
        }
        let exchange = exchanges[index]
        let transfer = exchange.isFollowed ? transfers[exchange.transfer] : nil
        if case .asking? = transfer?.state { return false }
        switch event {
        case .step(let step):
            exchanges[index].advance()
            foresight.steps.insert(step.location)
            story.tell(.did(index, step))
            if case .cut(let cut) = step.action { self.cut(index, cut, at: exchange.place(of: step)) }
        case .head:
            guard transfer?.isSuspended != true else { return false }
            exchanges[index].advance()
            if exchange.isFollowed {
                story.tell(.head(index))
                react(toHeadOf: index)
            }
        case .bytes(let end):
            guard let transfer else {
                exchanges[index].advance()
                break
            }
            guard !transfer.isSuspended, take(end, transfer) else { return false }
            exchanges[index].advance()
        case .finished:
            guard transfer?.isSuspended != true else { return false }
            exchanges[index].advance()
            finish(index)
        }
        if exchange.isFollowed { transfers[exchange.transfer]?.isAwaited = false }
        return true
    }

    private mutating func noteGate(_ index: Int) {
        guard let gate = exchanges[index].gate(open: server.openGates) else { return }
        foresight.gates.insert(gate)
        guard case .step(let step)? = exchanges[index].next else { return }
        foresight.steps.insert(step.location)
        story.tell(.held(index, step))
    }

    /// The application takes bytes; false when it stops reading before.
    private mutating func take(_ end: Int64, _ transfer: PlayedTransfer) -> Bool {
        let name = transfer.name
        if let limit = transfer.readLimit, end > limit {
            transfers[name]?.delivered = max(transfer.delivered, limit)
            return false
        }
        transfers[name]?.delivered = max(transfer.delivered, end)
        if let quota = transfer.start.quota, end > quota { conclude(name, .failed) }
        return true
    }

    private mutating func finish(_ index: Int) {
        let exchange = exchanges[index]
        let origin = exchange.request.resource.origin
        if exchange.keepsConnection { server.keep(exchange.connection, to: origin) }
        guard exchange.isFollowed else { return }
        exchanges[index].isFollowed = false
        complete(exchange)
    }

    private mutating func cut(_ index: Int, _ cut: Step.Cut, at place: ExchangeEnd.Place) {
        let exchange = exchanges[index]
        server.close(exchange.connection, to: exchange.request.resource.origin)
        exchanges[index].end()
        guard exchange.isFollowed, let transfer = transfers[exchange.transfer] else { return }
        guard !transfer.isSuspended else {
            transfers[exchange.transfer]?.peerLeft = true
            return
        }
        let hasFraming = exchange.played.served != nil
        let oracle = FramingOracle(
            framing: hasFraming ? exchange.answer.framing : nil, end: .cut(cut, place),
            form: exchange.played.form, isIdempotent: exchange.request.method.isIdempotent, isReused: exchange.isReused)
        switch oracle.prospect {
        case .complete: complete(exchange)
        case .failed(_, let bytes):
            if bytes == .allSent { transfers[exchange.transfer]?.certain = transfer.delivered }
            conclude(exchange.transfer, .failed)
        case .either: conclude(exchange.transfer, .either)
        case .triedAgain:
            if transfer.hasTriedAgain { return conclude(exchange.transfer, .failed) }
            transfers[exchange.transfer]?.hasTriedAgain = true
            transfers[exchange.transfer]?.state = .queued(exchange.request)
        }
    }
}
