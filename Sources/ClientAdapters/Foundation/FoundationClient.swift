internal import AdapterProtocol
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Foundation's URLSession.
struct FoundationClient: SessionClient {
    /// What URLSession's API offers, whether it works or not: where it does not, the suite says so.
    var greeting: AdapterEvent.Hello {
        AdapterEvent.Hello(
            client: .init(
                name: "urlsession", version: FoundationClient.version, language: "swift",
                home: "https://github.com/swiftlang/swift-corelibs-foundation"),
            caps: Capabilities([
                .stream, .progress, .cancel, .cancelResume, .resume, .resumeAfterFailure, .suspend, .askRedirect,
                .askResponse, .parallel(6), .decode(["gzip", "deflate"]), .fileSink, .timeouts, .upload, .filename,
            ]),
            limits: .init(quantum: FoundationClient.quantum, observe: .callback, maxParallel: 6))
    }

    /// Darwin may keep the first 512 bytes back to guess a media type from (contract D13).
    private static var quantum: Int {
        #if canImport(Darwin)
        512
        #else
        0
        #endif
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

    func refusals(of options: AdapterCommand.SessionOptions) -> [Refusal] {
        var refusals: [Refusal] = []
        func refuse(_ what: String, if isAsked: Bool, _ reason: String) {
            if isAsked { refusals.append(Refusal(what: what, reason: reason)) }
        }
        refuse("redirects", if: options.redirects != nil, "URLSession has no such setting")
        refuse("http", if: options.http != nil, "URLSession has no such setting")
        refuse("credentials", if: options.credentials != nil, "this adapter answers no challenges")
        refuse("background", if: options.background == true, "this adapter makes no background sessions")
        return refusals
    }

    func refusals(of options: AdapterCommand.TransferOptions) -> [Refusal] {
        var refusals: [Refusal] = []
        if options.ask.contains(.challenge) {
            refusals.append(Refusal(what: "ask", reason: "this adapter answers no challenges"))
        }
        if options.stopAfter != nil {
            refusals.append(Refusal(what: "stop_after", reason: "URLSession pushes, its application cannot pull"))
        }
        return refusals
    }

    /// Ephemeral, because the default configuration shares cookies and a cache on disk with every process of the user.
    func makeSession(
        _ options: AdapterCommand.SessionOptions, files folder: URL?, reportingTo desk: SessionDesk<URLSessionTask>
    ) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        if let count = options.connections { configuration.httpMaximumConnectionsPerHost = count }
        if let limit = options.idleTimeoutMilliseconds {
            configuration.timeoutIntervalForRequest = Double(limit) / 1000
        }
        if let limit = options.totalTimeoutMilliseconds {
            configuration.timeoutIntervalForResource = Double(limit) / 1000
        }
        if options.cookies == false { configuration.httpCookieStorage = nil }
        if options.cache == false { configuration.urlCache = nil }
        return URLSession(configuration: configuration, delegate: URLSessionListener(desk), delegateQueue: nil)
    }

    func makeTask(
        _ request: URLRequest, for start: AdapterCommand.Start, in session: URLSession
    ) throws -> URLSessionTask {
        guard let body = start.body else {
            return start.options.sink == .file
                ? session.downloadTask(with: request) : session.dataTask(with: request)
        }
        guard start.options.sink == .memory else {
            var request = request
            request.httpBody = try body.bytes()
            return session.downloadTask(with: request)
        }
        switch body.from {
        case .data: return session.uploadTask(with: request, from: try body.bytes())
        case .file:
            guard let path = body.path else {
                throw Refusal(what: "body", reason: "a body that is sent from a file has to be one")
            }
            return session.uploadTask(with: request, fromFile: URL(fileURLWithPath: path))
        case .stream:
            var request = request
            request.httpBodyStream = InputStream(data: try body.bytes())
            return session.dataTask(with: request)
        }
    }

    func makeTask(resuming material: Data, as name: String, in session: URLSession) -> URLSessionTask {
        session.downloadTask(withResumeData: material)
    }

    /// The form of resume data is Foundation's own business.
    func holding(of material: Data) -> Holding? { nil }

    func visit(_ session: URLSession, then body: @escaping @Sendable () -> Void) {
        session.getAllTasks { _ in body() }
    }

    func invalidate(_ session: URLSession, cancelling: Bool) {
        if cancelling { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
    }
}

extension URLSessionTask: SessionTask {
    var stateWord: String {
        switch state {
        case .running: "running"
        case .suspended: "suspended"
        case .canceling: "canceling"
        case .completed: "completed"
        @unknown default: "unknown"
        }
    }

    func cancel(handingOver body: @escaping @Sendable (Data?) -> Void) {
        if let download = self as? URLSessionDownloadTask {
            download.cancel(byProducingResumeData: body)
        } else {
            cancel()
        }
    }
}
