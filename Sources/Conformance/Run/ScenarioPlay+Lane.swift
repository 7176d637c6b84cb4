internal import AdapterProtocol
internal import EventLoop
internal import FixtureServer
internal import Scenarios

extension ScenarioPlay {
    /// Goes along the lane, and then waits for every transfer to end; false when it had to stop before.
    func playLane() async -> Bool {
        for step in scenario.lane {
            guard await play(step.verb) else { return false }
        }
        for name in state.transfers.keys.sorted() where !name.hasPrefix("_") {
            guard await expect(.ended(name), isWritten: true) else { return false }
        }
        lane.isFinished = true
        return true
    }

    private func play(_ verb: LaneStep.Verb) async -> Bool {
        switch verb {
        case .start(let start):
            ask(.start(command(start)))
            return await expect(.started(start.name))
        case .resume(let resume): return await play(resume)
        case .awaitGate(let gate, let count): return await expect(.gate(gate, count: count), isWritten: true)
        case .awaitTransfer(let name, let milestone): return await expect(goal(name, milestone), isWritten: true)
        case .open(let gate, let count):
            await instance.open(gate, count: count)
        case .cancel(let name):
            let wish: AdapterCommand.ResumeWish = scenario.wantsResumeData(of: name) ? .want : .none
            ask(.cancel(t: name, resume: wish))
        case .suspend(let name):
            ask(.suspend(t: name))
            return await expect(.suspended(name))
        case .unsuspend(let name): ask(.unsuspend(t: name))
        case .read(let name, .bytes(let count)): ask(.credit(t: name, bytes: Int(clamping: count)))
        case .read(let name, .all): ask(.credit(t: name, bytes: .max))
        case .answer(let name, let reply): return await answer(name, reply)
        case .wait(let duration): return (try? await LoopClock(on: loop).sleep(for: duration)) != nil
        case .quiet, .killClient, .restore, .down, .up: return false
        }
        return true
    }

    private func goal(_ name: String, _ milestone: LaneStep.Milestone) -> Goal {
        switch milestone {
        case .ended: .ended(name)
        case .question: .question(name)
        case .left: .left(name)
        case .stalled: .stalled(name)
        case .reported(let offset): .reported(name, offset.resolve(length: nil, marker: { _ in nil }) ?? 0)
        }
    }

    private func command(_ start: TransferStart) -> AdapterCommand.Start {
        let authority = { (origin: String) in self.authority(of: origin) }
        return .init(
            t: start.name, url: "http://\(authority(start.resource.origin))\(start.resource.path)\(start.query)",
            method: start.method,
            headers: start.fields.map { .init($0.name, $0.value.text(authority: authority)) },
            options: .init(
                session: session, sink: start.sink == .file ? .file : .memory, suspended: start.isSuspended,
                ask: start.asks.map { .init($0) }.sorted { $0.rawValue < $1.rawValue }))
    }

    private func authority(of origin: String) -> String {
        instance.urls[origin].map { String($0.dropFirst("http://".count)) } ?? ""
    }

    /// Continues a transfer that has ended; without resume material there is nothing to go on from, and the judge says so.
    private func play(_ resume: ResumeStart) async -> Bool {
        guard await expect(.ended(resume.from), isWritten: true) else { return false }
        let before = state.transfers[resume.from]
        guard let value = before?.resumeData?.value else { return false }
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

extension AdapterCommand.TransferOptions.Question {
    fileprivate init(_ question: TransferStart.Question) {
        self =
            switch question {
            case .redirect: .redirect
            case .response: .response
            case .challenge: .challenge
            }
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
