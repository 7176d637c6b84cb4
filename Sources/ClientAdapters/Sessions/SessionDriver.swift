internal import AdapterProtocol
internal import Dispatch
internal import Foundation
internal import Locks

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Drives a client with sessions and tasks on the runner's orders.
final class SessionDriver<Client: SessionClient>: ClientDriver {
    typealias Transfer = ClientAdapters.Transfer<Client.Task>

    private struct DrivenSession {
        var session: Client.Session
        var options: AdapterCommand.SessionOptions
        var desk: SessionDesk<Client.Task>
    }

    private struct State {
        var folder: URL?
        /// By name; the client's default one has none.
        var sessions: [String: DrivenSession] = [:]
        /// Replaced, but not invalid yet.
        var leaving: [ObjectIdentifier: DrivenSession] = [:]
        /// By name; nil for one that has ended and is kept no longer.
        var transfers: [String: Transfer?] = [:]
    }

    private let client: Client
    private let writer: EventWriter
    private let questions = PendingQuestions()
    private let state = Locked(State())

    init(_ client: Client, reportingTo writer: EventWriter) {
        self.client = client
        self.writer = writer
    }

    var greeting: AdapterEvent.Hello { client.greeting }

    /// Files go into the runner's folder; without one, below `TMPDIR`.
    func begin(_ hello: AdapterCommand.Hello) {
        let folder = URL(fileURLWithPath: hello.workDirectory, isDirectory: true)
        guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else { return }
        state.withLock { $0.folder = folder }
    }

    func take(_ command: AdapterCommand) {
        switch command {
        case .configure(let configure): self.configure(configure)
        case .start(let start): self.start(start)
        case .resume(let resume): self.resume(resume)
        case .suspend(let t):
            order(command) { transfer in
                transfer.task.suspend()
                transfer.reporter.reportUnlessEnded(.suspended(t: t))
            }
        case .unsuspend(let t):
            order(command) { transfer in
                transfer.reporter.reportUnlessEnded(.unsuspended(t: t))
                transfer.task.resume()
            }
        case .cancel(_, let wish): order(command) { cancel($0, wish) }
        case .answer(let answer): questions.answer(answer)
        case .snapshot(let t): order(command) { snapshot($0, named: t) }
        case .ping(let id): ping(id)
        case .reset: reset()
        case .restore, .credit, .hello, .stop, .unknown:
            refuse(.init(what: command.op, reason: "\(greeting.client.name) has nothing of the kind"), command.transfer)
        }
    }

    /// Cancels what still runs, and gives it a moment to say so; whoever stops an adapter does not wait for long.
    func stop() {
        let (sessions, transfers) = state.withLock { state in
            (Array(state.sessions.values) + Array(state.leaving.values), state.transfers.values.compactMap { $0 })
        }
        for transfer in transfers { transfer.reporter.noteCancel(.none) }
        let farewells = DispatchGroup()
        for driven in sessions {
            farewells.enter()
            driven.desk.afterFarewell { farewells.leave() }
            client.invalidate(driven.session, cancelling: true)
        }
        _ = farewells.wait(timeout: .now() + .milliseconds(500))
    }

    private func refuse(_ refusal: Refusal, _ t: String? = nil) {
        writer.report(.unsupported(what: refusal.what, t: t, reason: refusal.reason))
    }

    // MARK: Transfers

    private func start(_ start: AdapterCommand.Start) {
        guard let request = URLRequest(start) else {
            return writer.report(.adapterError(message: "\(start.url) is no URL to Foundation"))
        }
        let driven = session(start.options.session)
        do {
            let task = try client.makeTask(request, for: start, in: driven.session)
            begin(start.t, task, at: driven.desk, start.options)
        } catch let refusal as Refusal {
            refuse(refusal, start.t)
        } catch {
            writer.report(.adapterError(message: "the body of \(start.t) cannot be read: \(error)"))
        }
    }

    private func resume(_ resume: AdapterCommand.Resume) {
        guard let material = Data(base64Encoded: resume.from) else {
            return writer.report(.adapterError(message: "the resume material of \(resume.t) is not base64"))
        }
        let driven = session(resume.options.session)
        let task = client.makeTask(resuming: material, as: resume.t, in: driven.session)
        begin(resume.t, task, at: driven.desk, resume.options)
    }

    private func begin(
        _ name: String, _ task: Client.Task, at desk: SessionDesk<Client.Task>,
        _ options: AdapterCommand.TransferOptions
    ) {
        for refusal in client.refusals(of: options) { refuse(refusal, name) }
        let reporter = TransferReporter(
            name, options: options, writer: writer, holding: { [client] in client.holding(of: $0) })
        let transfer = Transfer(task, reporter)
        desk.transfers.add(transfer)
        state.withLock { $0.transfers[name] = transfer }
        writer.report(.started(t: name))
        if !options.suspended { task.resume() }
    }

    /// Carries out an order for a transfer, or ignores it because the transfer has ended.
    private func order(_ command: AdapterCommand, _ body: (Transfer) -> Void) {
        let name = command.transfer ?? ""
        guard let known = state.withLock({ $0.transfers[name] }) else {
            return writer.report(.adapterError(message: "\(command.op): no transfer was started as '\(name)'"))
        }
        if let transfer = known, !transfer.reporter.hasEnded { body(transfer) }
    }

    private func cancel(_ transfer: Transfer, _ wish: AdapterCommand.ResumeWish) {
        let reporter = transfer.reporter
        reporter.noteCancel(wish)
        switch wish {
        case .none: transfer.task.cancel()
        case .want: transfer.task.cancel(handingOver: { reporter.resumeData($0) })
        }
    }

    private func snapshot(_ transfer: Transfer, named name: String) {
        let task = transfer.task
        let expected = task.countOfBytesExpectedToReceive
        transfer.reporter.reportUnlessEnded(
            .snapshot(
                .init(
                    t: name, received: Int(task.countOfBytesReceived), expected: expected < 0 ? nil : Int(expected),
                    state: task.stateWord)))
    }

    // MARK: Sessions

    private func session(_ name: String?) -> DrivenSession {
        state.withLock { state in
            if let driven = state.sessions[name ?? ""] { return driven }
            let driven = make(.init(), state.folder)
            state.sessions[name ?? ""] = driven
            return driven
        }
    }

    private func make(_ options: AdapterCommand.SessionOptions, _ folder: URL?) -> DrivenSession {
        let desk = SessionDesk<Client.Task>(questions: questions)
        let session = client.makeSession(options, files: folder, reportingTo: desk)
        return DrivenSession(session: session, options: options, desk: desk)
    }

    private func configure(_ order: AdapterCommand.Configure) {
        for refusal in client.refusals(of: order.options) { refuse(refusal) }
        let old = state.withLock { state in
            state.sessions.updateValue(make(order.options, state.folder), forKey: order.session)
        }
        if let old { dismiss(old) {} }
        writer.report(.configured(session: order.session))
    }

    /// The pong has been through every session's machinery and comes from the last one's delegate queue.
    private func ping(_ id: Int) {
        let sessions = state.withLock { Array($0.sessions.values) }
        let visits = Countdown(sessions.count) { [writer] in writer.report(.pong(id: id)) }
        for driven in sessions { client.visit(driven.session) { visits.step() } }
    }

    /// Pooled connections belong to a session, so each is followed by a new one like it; running transfers go on.
    ///
    /// Answered when every old session that was idle has said that it is invalid.
    private func reset() {
        let old = state.withLock { state in
            let old = Array(state.sessions.values)
            state.sessions = state.sessions.mapValues { make($0.options, state.folder) }
            // A task that is kept keeps its session, and with it the connections.
            for (name, transfer) in state.transfers where transfer?.reporter.hasEnded == true {
                state.transfers.updateValue(nil, forKey: name)
            }
            return old
        }
        questions.dropEnded()
        let isBusy = old.map(\.desk.transfers.isBusy)
        let farewells = Countdown(isBusy.count { !$0 }) { [writer] in writer.report(.reset) }
        for (driven, isBusy) in zip(old, isBusy) { dismiss(driven) { if !isBusy { farewells.step() } } }
    }

    /// Lets a session finish what it is doing and go.
    private func dismiss(_ driven: DrivenSession, then body: @escaping @Sendable () -> Void) {
        let identity = ObjectIdentifier(driven.session)
        state.withLock { $0.leaving[identity] = driven }
        driven.desk.afterFarewell { [weak self] in
            _ = self?.state.withLock { $0.leaving.removeValue(forKey: identity) }
            body()
        }
        client.invalidate(driven.session, cancelling: false)
    }
}
