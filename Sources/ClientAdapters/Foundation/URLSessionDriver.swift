public import AdapterProtocol
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Drives Foundation's URLSession.
public final class URLSessionDriver: ClientDriver {
    private let writer: EventWriter
    private let transfers = TransferTable<URLSessionTask>()
    private let questions = PendingQuestions()
    private let sessions = Mutex<[String: URLSession]>([:])

    /// Makes a driver that reports to this writer.
    public init(reportingTo writer: EventWriter) {
        self.writer = writer
    }

    /// What URLSession's API offers; on Linux not all of it works, and the suite says so.
    public var greeting: AdapterEvent.Hello {
        AdapterEvent.Hello(
            client: .init(
                name: "urlsession", version: URLSessionDriver.version, language: "swift",
                home: "https://github.com/swiftlang/swift-corelibs-foundation"),
            caps: Capabilities([
                .stream, .progress, .cancel, .cancelResume, .resume, .resumeAfterFailure, .suspend, .askRedirect,
                .askResponse, .parallel(6), .decode(["gzip", "deflate"]), .fileSink, .timeouts, .upload, .filename,
            ]),
            limits: .init(quantum: 0, observe: .callback, maxParallel: 6))
    }

    /// The toolchain whose Foundation is under test.
    private static var version: String {
        #if compiler(>=6.4)
        "6.4"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
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
                .unsupported(what: command.op, t: command.transfer, reason: "URLSession has nothing of the kind"))
        }
    }

    /// Cancels what still runs.
    public func stop() {
        for session in sessions.withLock({ Array($0.values) }) { session.invalidateAndCancel() }
    }

    private func session(_ name: String?) -> URLSession {
        sessions.withLock { sessions in
            let name = name ?? ""
            if let session = sessions[name] { return session }
            let session = make(.default)
            sessions[name] = session
            return session
        }
    }

    private func make(_ configuration: URLSessionConfiguration) -> URLSession {
        let listener = URLSessionListener(transfers: transfers, questions: questions)
        return URLSession(configuration: configuration, delegate: listener, delegateQueue: nil)
    }

    private func configure(_ order: AdapterCommand.Configure) {
        let configuration = URLSessionConfiguration.default
        let options = order.options
        if let count = options.connections { configuration.httpMaximumConnectionsPerHost = count }
        if let limit = options.idleTimeoutMilliseconds {
            configuration.timeoutIntervalForRequest = Double(limit) / 1000
        }
        if let limit = options.totalTimeoutMilliseconds {
            configuration.timeoutIntervalForResource = Double(limit) / 1000
        }
        if options.redirects != nil {
            writer.report(.unsupported(what: "redirects", t: nil, reason: "URLSession has no such setting"))
        }
        sessions.withLock { $0[order.session] = make(configuration) }
        writer.report(.configured(session: order.session))
    }

    private func start(_ start: AdapterCommand.Start) {
        guard var request = URLRequest(start) else {
            writer.report(.adapterError(message: "\(start.url) is no URL to Foundation"))
            return
        }
        let session = session(start.options.session)
        let task: URLSessionTask
        do {
            switch (start.body?.from, start.options.sink) {
            case (.file?, _):
                let path = start.body?.path ?? ""
                task = session.uploadTask(with: request, fromFile: URL(fileURLWithPath: path))
            case (.data?, .memory):
                task = session.uploadTask(with: request, from: try start.body?.bytes() ?? Data())
            case (let source, let sink):
                if source != nil { request.httpBody = try start.body?.bytes() }
                task = sink == .file ? session.downloadTask(with: request) : session.dataTask(with: request)
            }
        } catch {
            writer.report(.adapterError(message: "the body of \(start.t) cannot be read: \(error)"))
            return
        }
        begin(start.t, task, in: session, start.options)
    }

    private func resume(_ resume: AdapterCommand.Resume) {
        guard let material = Data(base64Encoded: resume.from) else {
            writer.report(.adapterError(message: "the resume material of \(resume.t) is no base64"))
            return
        }
        let session = session(resume.options.session)
        let task = session.downloadTask(withResumeData: material)
        begin(resume.t, task, in: session, resume.options)
    }

    private func begin(
        _ name: String, _ task: URLSessionTask, in session: URLSession, _ options: AdapterCommand.TransferOptions
    ) {
        let reporter = TransferReporter(name, options: options, writer: writer)
        transfers.add(reporter, task, session: session, number: task.taskIdentifier)
        writer.report(.started(t: name))
        if !options.suspended { task.resume() }
    }

    private func cancel(_ t: String, _ wish: AdapterCommand.ResumeWish) {
        guard let task = transfers.task(t), let reporter = transfers.reporter(t) else { return }
        reporter.cancel(wish)
        if wish == .want, let download = task as? URLSessionDownloadTask {
            reporter.expectResumeData()
            download.cancel(byProducingResumeData: { reporter.resumeData($0) })
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
    private func reset() {
        transfers.removeAll()
        let old = sessions.withLock { sessions in
            let old = Array(sessions.values)
            sessions = sessions.mapValues { make($0.configuration) }
            return old
        }
        for session in old { session.finishTasksAndInvalidate() }
        writer.report(.reset)
    }
}
