import HTTPMessages
import YAML

extension PerfectPlay {
    mutating func begin(_ start: TransferStart, _ step: LaneStep) {
        let fields = start.fields.map { HTTPField($0.name, $0.value.text { "\($0).invalid" }) }
        var transfer = PlayedTransfer(start: start, location: step.location)
        let request = PlayedRequest(
            method: HTTPMethod(rawValue: start.method), resource: start.resource, query: start.query,
            fields: HTTPFields(fields))
        transfer.state = start.isSuspended ? .created : .queued(request)
        transfers[start.name] = transfer
        order.append(start.name)
    }

    mutating func begin(_ resume: ResumeStart, _ step: LaneStep) {
        timeOut(resume.from)
        guard var transfer = known(resume.from, step) else { return }
        if !transfer.hasEnded {
            log.add(
                step.location, "'\(resume.from)' does not end before it is resumed: \(whereabouts(of: resume.from))")
            cancel(resume.from)
            transfer = transfers[resume.from] ?? transfer
        }
        server.order(resume.from)
        var start = transfer.start
        start.name = resume.name
        var next = PlayedTransfer(start: start, location: step.location)
        next.answered = transfer.answered
        let problems = log.all.count
        next.resumption = continuation(of: transfer, resume, step)
        next.delivered = next.resumption?.held ?? 0
        next.certain = transfer.certain
        // What cannot be resumed has been complained about; it would only end in further complaints.
        next.state = log.all.count > problems ? .ended(.failed) : .queued(request(of: next))
        transfers[resume.name] = next
        order.append(resume.name)
    }

    /// What a resumed transfer goes on from; complains where there is nothing.
    private func continuation(of transfer: PlayedTransfer, _ resume: ResumeStart, _ step: LaneStep) -> ResumeOracle? {
        if transfer.state == .ended(.complete), transfer.answered?.answer.head.status ?? 200 < 300 {
            log.add(step.location, "'\(resume.from)' is complete and has nothing to resume")
            return nil
        }
        var held: ResumeOracle?
        switch transfer.resumability {
        case .possible(let oracle): held = oracle
        case .impossible(let obstacle):
            // A resume that failed before its answer, or got another one, leaves the material it began with.
            held = transfer.resumption
            if held == nil {
                log.add(step.location, "'\(transfer.name)' cannot have resume data: \(obstacle.sentence)")
            }
        }
        if resume.tamper == .missing { return nil }
        checkCertainty(of: transfer, held, step)
        return held
    }

    /// The server's cut or the cancel may have come before bytes that were sent.
    private func checkCertainty(of transfer: PlayedTransfer, _ held: ResumeOracle?, _ step: LaneStep) {
        guard let held, transfer.certain < held.held else { return }
        if transfer.certain == 0 {
            log.add(
                step.location, "nothing makes sure that '\(transfer.name)' has a byte to resume from",
                hint: "await a gate before it ends")
            return
        }
        for resource in scenario.resources where resource.path == transfer.start.resource {
            for next in resource.answer.script + resource.attempts.flatMap(\.answer.script) {
                guard case .offset(let offset) = next.position,
                    case .byte(let byte) = facts.place(of: offset, in: resource.answer.body),
                    byte > transfer.certain, byte <= held.held
                else { continue }
                log.add(
                    step.location,
                    "'\(transfer.name)' is resumed from an uncertain offset near the step at \(next.position.text)",
                    hint: "await a gate before it ends")
                return
            }
        }
    }

    private func request(of transfer: PlayedTransfer) -> PlayedRequest {
        var request = PlayedRequest(
            method: HTTPMethod(rawValue: transfer.start.method), resource: transfer.start.resource,
            query: transfer.start.query, fields: transfer.resumption?.fields ?? [:])
        for field in transfer.start.fields {
            request.fields.append(field.name, field.value.text { "\($0).invalid" })
        }
        return request
    }

    mutating func cancel(_ name: String) {
        guard let transfer = transfers[name] else { return }
        if transfer.isAwaited { transfers[name]?.certain = transfer.delivered }
        conclude(name, .cancelled)
    }

    mutating func unsuspend(_ name: String, _ step: LaneStep) {
        guard var transfer = known(name, step) else { return }
        transfer.isSuspended = false
        if case .created = transfer.state { transfer.state = .queued(request(of: transfer)) }
        let peerLeft = transfer.peerLeft
        transfer.peerLeft = false
        transfers[name] = transfer
        guard peerLeft else { return }
        guard case .possible(let oracle) = transfer.resumability else { return conclude(name, .failed) }
        // K03: a download goes on by a range of its own.
        transfer.resumption = oracle
        transfer.state = .queued(request(of: transfer))
        transfers[name] = transfer
    }

    mutating func killClient() {
        for name in order {
            guard let transfer = transfers[name], !transfer.hasEnded else { continue }
            if transfer.isAwaited { transfers[name]?.certain = transfer.delivered }
            conclude(name, .interrupted)
        }
        server.closeAll()
    }

    mutating func restore(_ name: String, _ step: LaneStep) {
        guard let transfer = known(name, step), transfer.state == .ended(.interrupted) else {
            if transfers[name] != nil { log.add(step.location, "'\(name)' was not interrupted by a kill") }
            return
        }
        var next = transfer
        next.resumption = if case .possible(let oracle) = transfer.resumability { oracle } else { nil }
        next.state = .queued(request(of: next))
        transfers[name] = next
    }

    mutating func answer(_ name: String, _ reply: LaneStep.Reply, _ step: LaneStep) {
        guard let transfer = known(name, step), !transfer.hasEnded else { return }
        guard case .asking(let question, let index) = transfer.state else {
            log.add(step.location, "'\(name)' asks nothing here: \(whereabouts(of: name))")
            return
        }
        transfers[name]?.state = .running(exchange: index)
        switch (question, reply) {
        case (_, .cancel): cancel(name)
        case (.redirect, .follow): follow(index)
        case (.challenge, .credentials): authorize(index)
        case (.redirect, .refuse), (.challenge, .refuse), (.response, .allow), (.response, .download),
            (.response, .stream):
            accept(index)
        default: log.add(step.location, "\(reply.rawValue) does not answer a question about a \(question.rawValue)")
        }
    }

    mutating func open(_ gate: String, _ count: Int?) {
        guard let count else {
            server.openGates.insert(gate)
            return
        }
        for index in exchanges.indices.filter({ exchanges[$0].gate(open: server.openGates) == gate }).prefix(count) {
            exchanges[index].isReleased = true
        }
    }
}
