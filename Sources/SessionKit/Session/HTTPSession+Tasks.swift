public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension HTTPSession {
    /// Makes a data task that tells the delegate.
    public func dataTask(with request: URLRequest) -> HTTPSessionDataTask {
        makeDataTask(request, for: .delegate)
    }

    /// Makes a data task that tells the delegate.
    public func dataTask(with url: URL) -> HTTPSessionDataTask {
        dataTask(with: URLRequest(url: url))
    }

    /// Makes a data task that calls a handler once, on the delegate queue, with everything (contract D07, D08).
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, HTTPSessionResponse?, (any Error)?) -> Void
    ) -> HTTPSessionDataTask {
        makeDataTask(request, for: .data(completionHandler, isAwaited: false))
    }

    /// Makes a data task that calls a handler once, on the delegate queue, with everything.
    public func dataTask(
        with url: URL, completionHandler: @escaping @Sendable (Data?, HTTPSessionResponse?, (any Error)?) -> Void
    ) -> HTTPSessionDataTask {
        dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    /// Makes a download task that tells the delegate.
    public func downloadTask(with request: URLRequest) -> HTTPSessionDownloadTask {
        makeDownloadTask(.file(request), for: .delegate)
    }

    /// Makes a download task that tells the delegate.
    public func downloadTask(with url: URL) -> HTTPSessionDownloadTask {
        downloadTask(with: URLRequest(url: url))
    }

    /// Makes a download task that calls a handler once with a file, which is removed when the handler returns.
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (URL?, HTTPSessionResponse?, (any Error)?) -> Void
    ) -> HTTPSessionDownloadTask {
        makeDownloadTask(.file(request), for: .file(completionHandler, keepsFile: false))
    }

    /// Makes a download task that calls a handler once with a file, which is removed when the handler returns.
    public func downloadTask(
        with url: URL, completionHandler: @escaping @Sendable (URL?, HTTPSessionResponse?, (any Error)?) -> Void
    ) -> HTTPSessionDownloadTask {
        downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    /// Makes a download task that goes on where an earlier one stopped (contract M04).
    ///
    /// - Parameter resumeData: What `cancel(byProducingResumeData:)` gave, or the error of a task that failed.
    /// - Returns: The task; one made from anything else fails with `URLError.unsupportedURL`.
    public func downloadTask(withResumeData resumeData: Data) -> HTTPSessionDownloadTask {
        makeDownloadTask(.continuation(resumeData), for: .delegate)
    }

    /// Makes a download task that goes on where an earlier one stopped, and calls a handler once with the file.
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping @Sendable (URL?, HTTPSessionResponse?, (any Error)?) -> Void
    ) -> HTTPSessionDownloadTask {
        makeDownloadTask(.continuation(resumeData), for: .file(completionHandler, keepsFile: false))
    }

    func makeDataTask(
        _ request: URLRequest, for listener: TaskListener, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) -> HTTPSessionDataTask {
        let task = HTTPSessionDataTask(
            TaskCore(session: self, goal: .memory(request), listener: listener, delegate: delegate))
        task.core.register(task)
        TaskAudience.tellCreated(task)
        return task
    }

    func makeDownloadTask(
        _ goal: TaskGoal, for listener: TaskListener, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) -> HTTPSessionDownloadTask {
        let task = HTTPSessionDownloadTask(
            TaskCore(session: self, goal: goal, listener: listener, delegate: delegate))
        task.core.register(task)
        TaskAudience.tellCreated(task)
        return task
    }
}
