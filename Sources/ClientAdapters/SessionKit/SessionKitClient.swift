internal import AdapterProtocol
internal import Foundation
internal import HTTPMessages
internal import SessionKit

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// SessionKit's HTTPSession, or a mutant of it.
struct SessionKitClient: SessionClient {
    var name = "sessionkit"
    var seams = SessionSeams.standard

    var greeting: AdapterEvent.Hello {
        AdapterEvent.Hello(
            client: .init(name: name, version: "0.1.0", language: "swift"),
            caps: Capabilities([
                .stream, .progress, .cancel, .cancelResume, .resume, .resumeAfterFailure, .suspend, .askRedirect,
                .askResponse, .parallel(6), .decode(["gzip", "deflate"]), .fileSink, .timeouts, .filename, .trailers,
                .interim,
            ]),
            limits: .init(quantum: 0, observe: .callback, maxParallel: 6))
    }

    func refusals(of options: AdapterCommand.SessionOptions) -> [Refusal] {
        var refusals: [Refusal] = []
        func refuse(_ what: String, if isAsked: Bool, _ reason: String) {
            if isAsked { refusals.append(Refusal(what: what, reason: reason)) }
        }
        refuse("credentials", if: options.credentials != nil, "SessionKit answers no challenges")
        refuse("cookies", if: options.cookies == true, "SessionKit keeps no cookies")
        refuse("cache", if: options.cache == true, "SessionKit has no cache")
        refuse("background", if: options.background == true, "SessionKit has no sessions that outlive a process")
        refuse("http", if: ![nil, "1.1"].contains(options.http), "SessionKit speaks HTTP/1.1 only")
        return refusals
    }

    func refusals(of options: AdapterCommand.TransferOptions) -> [Refusal] {
        var refusals: [Refusal] = []
        if options.ask.contains(.challenge) {
            refusals.append(Refusal(what: "ask", reason: "SessionKit answers no challenges"))
        }
        if options.stopAfter != nil {
            refusals.append(Refusal(what: "stop_after", reason: "SessionKit pushes, its application cannot pull"))
        }
        if [.prefer, .only].contains(options.cache) {
            refusals.append(Refusal(what: "cache", reason: "SessionKit has no cache"))
        }
        return refusals
    }

    func makeSession(
        _ options: AdapterCommand.SessionOptions, files folder: URL?, reportingTo desk: SessionDesk<HTTPSessionTask>
    ) -> HTTPSession {
        var configuration = HTTPSessionConfiguration.default
        if let count = options.connections { configuration.httpMaximumConnectionsPerHost = count }
        if let count = options.redirects { configuration.httpMaximumRedirects = count }
        if let limit = options.idleTimeoutMilliseconds {
            configuration.timeoutIntervalForRequest = Double(limit) / 1000
        }
        if let limit = options.totalTimeoutMilliseconds {
            configuration.timeoutIntervalForResource = Double(limit) / 1000
        }
        if let folder { configuration.temporaryDirectory = folder }
        return HTTPSession(configuration: configuration, delegate: SessionKitListener(desk), seams: seams)
    }

    func makeTask(
        _ request: URLRequest, for start: AdapterCommand.Start, in session: HTTPSession
    ) throws -> HTTPSessionTask {
        var request = request
        if let body = start.body {
            guard body.from == .data else {
                throw Refusal(what: "body", reason: "SessionKit sends bodies from memory only")
            }
            request.httpBody = try body.bytes()
        }
        return start.options.sink == .file ? session.downloadTask(with: request) : session.dataTask(with: request)
    }

    /// The first transfer's name lies in the resume data with the rest of its request; the new one's takes its place.
    func makeTask(resuming material: Data, as name: String, in session: HTTPSession) -> HTTPSessionTask {
        guard var resumeData = try? ResumeData(material) else { return session.downloadTask(withResumeData: material) }
        resumeData.fields.set("Sluice-Transfer", name)
        return session.downloadTask(withResumeData: resumeData.encoded)
    }

    func holding(of material: Data) -> Holding? {
        guard let resumeData = try? ResumeData(material) else { return nil }
        return Holding(bytes: Int(resumeData.length), partial: resumeData.partialFile.path)
    }

    func visit(_ session: HTTPSession, then body: @escaping @Sendable () -> Void) {
        session.getAllTasks { _ in body() }
    }

    func invalidate(_ session: HTTPSession, cancelling: Bool) {
        if cancelling { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
    }
}

extension HTTPSessionTask: SessionTask {
    var stateWord: String { "\(state)" }

    func cancel(handingOver body: @escaping @Sendable (Data?) -> Void) {
        if let download = self as? HTTPSessionDownloadTask {
            download.cancel(byProducingResumeData: body)
        } else {
            cancel()
        }
    }
}
