public import AdapterProtocol
internal import Foundation
package import SessionKit
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Drives SessionKit's HTTPSession, or a mutant of it.
public final class SessionKitDriver: ClientDriver {
    private let writer: EventWriter
    private let name: String
    private let seams: SessionSeams
    private let transfers = TransferTable<HTTPSessionTask>()
    private let questions = PendingQuestions()
    private let sessions = Mutex<[String: HTTPSession]>([:])

    /// Makes a driver that reports to this writer.
    public convenience init(reportingTo writer: EventWriter) {
        self.init(name: "sessionkit", seams: .standard, reportingTo: writer)
    }

    /// Makes a driver of a client whose transport or task life is replaced.
    package init(name: String, seams: SessionSeams, reportingTo writer: EventWriter) {
        self.name = name
        self.seams = seams
        self.writer = writer
    }

    /// What SessionKit does today.
    public var greeting: AdapterEvent.Hello {
        AdapterEvent.Hello(
            client: .init(name: name, version: "0.1.0", language: "swift"),
            caps: Capabilities([
                .stream, .progress, .cancel, .cancelResume, .resume, .resumeAfterFailure, .suspend, .askRedirect,
                .askResponse, .parallel(6), .fileSink, .timeouts, .filename, .trailers, .interim,
            ]),
            limits: .init(quantum: 0, observe: .callback, maxParallel: 6))
    }

    /// Nothing has to be prepared: files lie below `TMPDIR`.
    public func begin(_ hello: AdapterCommand.Hello) {}

    /// Does what is asked.
    public func take(_ command: AdapterCommand) {
        switch command {
        case .configure(let configure): self.configure(configure)
        case .start(let start): self.start(start)
        case .resume(let resume): self.resume(resume)
        case .suspend(let t):
            transfers.task(t)?.suspend()
            writer.report(.suspended(t: t))
        case .unsuspend(let t):
            writer.report(.unsuspended(t: t))
            transfers.task(t)?.resume()
        case .cancel(let t, let wish): cancel(t, wish)
        case .answer(let answer): questions.answer(answer)
        case .snapshot(let t): snapshot(t)
        case .ping(let id): session(nil).delegateQueue.addOperation { [writer] in writer.report(.pong(id: id)) }
        case .reset: reset()
        default:
            writer.report(
                .unsupported(what: command.op, t: command.transfer, reason: "SessionKit has nothing of the kind yet"))
        }
    }

    /// Cancels what still runs.
    public func stop() {
        for session in sessions.withLock({ Array($0.values) }) { session.invalidateAndCancel() }
    }

    private func session(_ name: String?) -> HTTPSession {
        sessions.withLock { sessions in
            let name = name ?? ""
            if let session = sessions[name] { return session }
            let session = make(.default)
            sessions[name] = session
            return session
        }
    }

    private func make(_ configuration: HTTPSessionConfiguration) -> HTTPSession {
        let listener = SessionKitListener(transfers: transfers, questions: questions)
        return HTTPSession(configuration: configuration, delegate: listener, seams: seams)
    }

    private func configure(_ order: AdapterCommand.Configure) {
        var configuration = HTTPSessionConfiguration.default
        let options = order.options
        if let count = options.connections { configuration.httpMaximumConnectionsPerHost = count }
        if let count = options.redirects { configuration.httpMaximumRedirects = count }
        if let limit = options.idleTimeoutMilliseconds {
            configuration.timeoutIntervalForRequest = Double(limit) / 1000
        }
        if let limit = options.totalTimeoutMilliseconds {
            configuration.timeoutIntervalForResource = Double(limit) / 1000
        }
        sessions.withLock { $0[order.session] = make(configuration) }
        writer.report(.configured(session: order.session))
    }

    private func start(_ start: AdapterCommand.Start) {
        guard var request = URLRequest(start) else {
            writer.report(.adapterError(message: "\(start.url) is no URL to Foundation"))
            return
        }
        do {
            if start.body != nil { request.httpBody = try start.body?.bytes() }
        } catch {
            writer.report(.adapterError(message: "the body of \(start.t) cannot be read: \(error)"))
            return
        }
        let session = session(start.options.session)
        let task: HTTPSessionTask =
            start.options.sink == .file ? session.downloadTask(with: request) : session.dataTask(with: request)
        begin(start.t, task, in: session, start.options)
    }

    private func resume(_ resume: AdapterCommand.Resume) {
        guard let material = Data(base64Encoded: resume.from) else {
            writer.report(.adapterError(message: "the resume material of \(resume.t) is no base64"))
            return
        }
        let session = session(resume.options.session)
        begin(resume.t, session.downloadTask(withResumeData: material), in: session, resume.options)
    }

    private func begin(
        _ name: String, _ task: HTTPSessionTask, in session: HTTPSession, _ options: AdapterCommand.TransferOptions
    ) {
        let reporter = TransferReporter(name, options: options, writer: writer)
        transfers.add(reporter, task, session: session, number: task.taskIdentifier)
        writer.report(.started(t: name))
        if !options.suspended { task.resume() }
    }

    private func cancel(_ t: String, _ wish: AdapterCommand.ResumeWish) {
        guard let task = transfers.task(t), let reporter = transfers.reporter(t) else { return }
        reporter.cancel(wish)
        if wish == .want, let download = task as? HTTPSessionDownloadTask {
            // The error of the task's end carries the same material, so the order is the client's own.
            download.cancel(byProducingResumeData: { _ in })
        } else {
            task.cancel()
        }
    }

    private func snapshot(_ t: String) {
        guard let task = transfers.task(t) else { return }
        let expected = task.countOfBytesExpectedToReceive
        writer.report(
            .snapshot(
                .init(
                    t: t, received: Int(task.countOfBytesReceived), expected: expected < 0 ? nil : Int(expected),
                    state: "\(task.state)")))
    }

    /// Pooled connections belong to a session, so every session is replaced by a new one like it.
    ///
    /// Answered when the last of the old ones says that it is invalid.
    private func reset() {
        transfers.removeAll()
        let old = sessions.withLock { sessions in
            let old = Array(sessions.values)
            sessions = sessions.mapValues { make($0.configuration) }
            return old
        }
        guard !old.isEmpty else { return writer.report(.reset) }
        let countdown = Countdown(old.count) { [writer] in writer.report(.reset) }
        for session in old {
            (session.delegate as? SessionKitListener)?.onInvalid { countdown.step() }
            session.finishTasksAndInvalidate()
        }
    }
}

/// Calls a closure after so many steps, taken from anywhere.
private final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let body: @Sendable () -> Void

    init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        left = Mutex(count)
        self.body = body
    }

    func step() {
        let isOver = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isOver { body() }
    }
}
