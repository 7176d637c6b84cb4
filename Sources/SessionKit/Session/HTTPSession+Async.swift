public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension HTTPSession {
    /// Loads a response into memory.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - delegate: Asked and told about this task before the session's delegate; content does not go there.
    /// - Returns: The content and the response, whatever its status.
    /// - Throws: `URLError`; cancelling the surrounding task makes it `URLError.cancelled` (contract K12).
    public func data(
        for request: URLRequest, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (Data, HTTPSessionResponse) {
        let outcome = Outcome<Data>()
        return try await outcome.value { report in
            self.makeDataTask(request, for: .data(report, isAwaited: true), delegate: delegate)
        }
    }

    /// Loads what a URL names into memory.
    public func data(
        from url: URL, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (Data, HTTPSessionResponse) {
        try await data(for: URLRequest(url: url), delegate: delegate)
    }

    /// Loads a response into a file, which is the caller's from then on (contract P07).
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - delegate: Asked and told about this task, progress included, before the session's delegate.
    /// - Returns: The file and the response, whatever its status.
    /// - Throws: `URLError`, with resume data where the download can go on (contract M03).
    public func download(
        for request: URLRequest, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (URL, HTTPSessionResponse) {
        try await download(.file(request), delegate: delegate)
    }

    /// Loads what a URL names into a file, which is the caller's from then on.
    public func download(
        from url: URL, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (URL, HTTPSessionResponse) {
        try await download(for: URLRequest(url: url), delegate: delegate)
    }

    /// Goes on with a download where an earlier one stopped.
    public func download(
        resumeFrom resumeData: Data, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (URL, HTTPSessionResponse) {
        try await download(.continuation(resumeData), delegate: delegate)
    }

    private func download(
        _ goal: TaskGoal, delegate: (any HTTPSessionTaskDelegate)?
    ) async throws -> (URL, HTTPSessionResponse) {
        let outcome = Outcome<URL>()
        return try await outcome.value { report in
            self.makeDownloadTask(goal, for: .file(report, keepsFile: true), delegate: delegate)
        }
    }
}

/// Bridges one task's completion handler to one `await`, and the surrounding task's cancellation to the task.
private struct Outcome<Content: Sendable> {
    typealias Report = @Sendable (Content?, HTTPSessionResponse?, (any Error)?) -> Void

    func value(
        _ make: (@escaping Report) -> HTTPSessionTask
    ) async throws -> (Content, HTTPSessionResponse) {
        let started = StartedTask()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = make { content, response, error in
                    if let content, let response {
                        continuation.resume(returning: (content, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.unknown))
                    }
                }
                // In this order, so that one who was cancelled before asks nobody for anything.
                started.hold(task)
                task.resume()
            }
        } onCancel: {
            started.cancel()
        }
    }
}
