internal import EventLoop
internal import HTTPMessages
internal import HTTPWire
internal import Scenarios

extension ScriptPlayer {
    /// Makes one step of the script; everything in front of it has been written.
    func make(_ action: Step.Action, at place: ScriptTimeline.Place) async throws(Interruption) {
        switch action {
        case .hold(let gate):
            try await hold(gate, at: place)
        case .pause(let duration):
            try await pause(duration, at: place)
        case .pace(let pace):
            changePace(pace)
        case .send(let source):
            if let bytes = stage.bytes(of: source) { write.append(bytes) }
        case .inform(let status, let fields):
            let head = HTTPResponseHead(status: status, fields: stage.fields(fields))
            var bytes: [UInt8] = []
            HeadEncoder.append(head, to: &bytes)
            write.append(bytes)
        case .cut(let kind):
            try await cut(kind, at: place)
        }
    }

    private func hold(_ gate: String, at place: ScriptTimeline.Place) async throws(Interruption) {
        stage.gates.arrive(at: gate)
        let hold = exchange.held(gate: gate, position: place.position.text, offset: place.offset)
        guard !stage.gates.isOpen(gate) else { return exchange.released(hold, atOnce: true) }
        if connection.peerEnd != nil { throw .left }
        let ticket = stage.gates.makeTicket()
        waiting = .gate(ticket: ticket)
        let isReleased = await stage.gates.wait(
            at: gate, connection: exchange.record.connection, exchange: exchange.id, ticket: ticket)
        waiting = .nothing
        guard isReleased else { throw interruption ?? .stopped }
        exchange.released(hold, atOnce: false)
        beginAnew(.freely)
    }

    private func pause(_ duration: Duration, at place: ScriptTimeline.Place) async throws(Interruption) {
        if connection.peerEnd != nil { throw .left }
        let pause = exchange.paused(for: duration, position: place.position.text)
        isPausing = true
        defer {
            isPausing = false
            exchange.resumed(pause)
        }
        try await sleep(until: stage.clock.now + duration)
        beginAnew(.freely)
    }

    private func changePace(_ pace: Pace) {
        schedule = PieceSchedule(pace: pace, remaining: remaining, seed: stage.jitterSeed &+ UInt64(place))
        exchange.begins(pace.spelling)
        beginAnew(isFresh ? .freely : .behindPiece)
    }

    private func cut(_ kind: Step.Cut, at place: ScriptTimeline.Place) async throws(Interruption) {
        switch kind {
        case .fin:
            connection.shutdownWriting()
            exchange.cut(
                .fin, position: place.position.text, offset: place.offset,
                unacknowledged: connection.unacknowledgedBytes)
        case .rst:
            // A reset overtakes what is queued; whoever takes nothing for long loses it, and the journal says how much.
            let left = await connection.reset()
            exchange.cut(.rst, position: place.position.text, offset: place.offset, unacknowledged: left)
        }
        throw .cut
    }

    /// Reads the request's content, and asks for it where the client waits to be asked.
    func receive(upTo goal: Int64) async throws(Interruption) {
        guard exchange.record.request.bodyReceived < goal, stage.hasMoreToReceive else { return }
        if stage.expectsContinue, !answer.neverContinues, !hasContinued {
            hasContinued = true
            var bytes: [UInt8] = []
            HeadEncoder.append(HTTPResponseHead(status: 100), to: &bytes)
            write.append(bytes)
        }
        try await flush()
        while exchange.record.request.bodyReceived < goal, stage.hasMoreToReceive {
            guard await stage.receive() else {
                // Behind a head there is nothing left to say.
                let isRefused = stage.contentFailure != nil && exchange.record.response == nil
                throw interruption ?? (isRefused ? .refused : .left)
            }
            if let interruption { throw interruption }
        }
    }
}
