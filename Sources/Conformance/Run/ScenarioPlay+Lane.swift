internal import AdapterProtocol
internal import EventLoop
internal import FixtureServer
internal import Scenarios
internal import YAML

extension ScenarioPlay {
    /// Goes along the lane, and then waits for every transfer to end; false when it had to stop before.
    func playLane() async -> Bool {
        for step in scenario.lane {
            guard await play(step) else { return false }
        }
        for name in state.transfers.keys.sorted() where !name.hasPrefix("_") {
            guard await expect(.ended(name), isWritten: true) else { return false }
        }
        lane.isFinished = true
        return true
    }

    private func play(_ step: LaneStep) async -> Bool {
        switch step.verb {
        case .start(let start): return await play(start)
        case .resume(let resume): return await play(resume)
        case .awaitGate(let gate, let count): return await expect(.gate(gate, count: count), isWritten: true)
        case .awaitTransfer(let name, let milestone):
            guard let goal = goal(name, milestone, at: step.location) else {
                return stop(.skipped("the byte that an await of \(name) names is not known"))
            }
            return await expect(goal, isWritten: true)
        case .open(let gate, let count):
            await instance.open(gate, count: count)
        case .cancel(let name):
            let wish: AdapterCommand.ResumeWish = scenario.wantsResumeData(of: name) ? .want : .none
            ask(.cancel(t: name, resume: wish))
        case .suspend(let name):
            ask(.suspend(t: name))
            // The pong comes by way of the client's own machinery, and so from behind what it makes of the order.
            guard await expect(.suspended(name)) else { return false }
            return await ping() || death != nil
        case .unsuspend(let name): ask(.unsuspend(t: name))
        case .read(let name, .bytes(let count)): ask(.credit(t: name, bytes: Int(clamping: count)))
        case .read(let name, .all): ask(.credit(t: name, bytes: .max))
        case .answer(let name, let reply): return await answer(name, reply)
        case .wait(let duration): return (try? await LoopClock(on: loop).sleep(for: duration)) != nil
        case .quiet(let subject, let turns): return await keepQuiet(subject, turns: turns)
        case .down(let origin): return await setDown(true, origin)
        case .up(let origin): return await setDown(false, origin)
        case .killClient, .restore:
            // The plan leaves such scenarios out and says so.
            return stop(.skipped("this version does not do one of its steps"))
        }
        return true
    }

    private func setDown(_ isDown: Bool, _ origin: String) async -> Bool {
        do {
            if isDown { try await instance.down(origin) } else { try await instance.up(origin) }
            return true
        } catch {
            return stop(.skipped("\(error)"))
        }
    }

    /// Ends the lane through nobody's fault.
    func stop(_ obstacle: LaneRecord.Obstacle) -> Bool {
        lane.obstacle = obstacle
        return false
    }

    private func goal(_ name: String, _ milestone: LaneStep.Milestone, at location: FileLocation) -> Goal? {
        switch milestone {
        case .ended: .ended(name)
        case .question: .question(name)
        case .left: .left(name)
        case .stalled: .stalled(name)
        case .reported(let offset):
            (foresight?.offsets[.init(name, at: location)] ?? offset.resolve(length: nil, marker: { _ in nil }))
                .map { .reported(name, $0) }
        }
    }

    /// Continues a transfer that has ended; without resume material there is nothing to go on from, and the judge says so.
    private func play(_ resume: ResumeStart) async -> Bool {
        guard await expect(.ended(resume.from), isWritten: true) else { return false }
        let before = state.transfers[resume.from]
        guard let data = before?.resumeData, var value = data.value else { return false }
        if let tamper = resume.tamper {
            switch tampered(data, tamper, total: before?.total ?? 0) {
            case .success(let result):
                value = result.value
                lane.held[resume.name] = result.held
            case .failure(let obstacle): return stop(.unsupported(obstacle.reason))
            }
        }
        state.begin(resumed: resume.name, from: resume.from)
        let sink = scenario.sink(of: resume.from)
        ask(.resume(.init(t: resume.name, from: value, options: .init(session: session, sink: sink))))
        return await expect(.started(resume.name))
    }

    private func answer(_ name: String, _ reply: LaneStep.Reply) async -> Bool {
        guard await expect(.question(name)), let question = state.transfers[name]?.question else { return false }
        let credentials = scenario.session.credentials
        ask(
            .answer(
                .init(
                    t: name, id: question.id, with: .init(reply), user: credentials?.user,
                    password: credentials?.password)))
        state.answered(name)
        return true
    }

    /// The session that transfers belong to; nil is the client's default one.
    var session: String? { scenario.session == SessionOptions() ? nil : "scenario" }

    /// Makes the scenario's session, if it wants one of its own.
    func configure() async -> Bool {
        guard let session else { return true }
        ask(.configure(.init(session: session, options: .init(scenario.session))))
        return await expect(.configured(session))
    }
}

extension Scenario {
    /// Where the bytes of a transfer go, over all resumptions.
    fileprivate func sink(of name: String) -> AdapterCommand.TransferOptions.Sink {
        for step in lane {
            switch step.verb {
            case .start(let start) where start.name == name: return start.sink == .file ? .file : .memory
            case .resume(let resume) where resume.name == name: return sink(of: resume.from)
            default: continue
            }
        }
        return .memory
    }
}

extension AdapterCommand.Answer.Choice {
    fileprivate init(_ reply: LaneStep.Reply) {
        self =
            switch reply {
            case .follow: .follow
            case .refuse: .refuse
            case .allow: .allow
            case .cancel: .cancel
            case .download: .download
            case .stream: .stream
            case .credentials: .credentials
            }
    }
}

extension AdapterCommand.SessionOptions {
    fileprivate init(_ options: Scenarios.SessionOptions) {
        self.init(
            connections: options.connections, redirects: options.redirects,
            idleTimeoutMilliseconds: options.idleTimeout.map(\.milliseconds),
            totalTimeoutMilliseconds: options.totalTimeout.map(\.milliseconds),
            credentials: options.credentials.map { "\($0.user):\($0.password)" },
            cookies: options.cookies, cache: options.cache, background: options.background ? true : nil)
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
