import Foundation
public import HTTPMessages

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What happens to any task.
public protocol HTTPSessionTaskDelegate: HTTPSessionDelegate {
    /// The first message about a task, from the thread that makes it, before it can be resumed (contract D01).
    ///
    /// It is how the task behind an `async` call can be had: its progress, its priority, its identifier.
    func httpSession(_ session: HTTPSession, didCreateTask task: HTTPSessionTask)

    /// A redirect is about to be followed; nothing moves until the handler is called, once, from anywhere.
    ///
    /// Answer with the request as given to follow, with another to go elsewhere, with nil to take the redirect itself as
    /// the response, content and all (contract R01). Answers that come too late are ignored.
    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, willPerformHTTPRedirection response: HTTPSessionResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)

    /// So many more bytes of the request's content were sent (contract P12).
    ///
    /// - Parameters:
    ///   - session: The session of the task.
    ///   - task: The task.
    ///   - bytesSent: The bytes sent since the last call.
    ///   - totalBytesSent: All bytes sent; it begins anew where a redirect or a dead connection made them be sent again.
    ///   - totalBytesExpectedToSend: The length of the content.
    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)

    /// An interim answer (1xx) came; the response itself follows (contract D06).
    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didReceiveInformationalResponse response: HTTPSessionResponse)

    /// Fields came behind a chunked body (RFC 9110 §6.5); `HTTPSessionTask.trailers` has them too.
    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didReceiveTrailers trailers: HTTPFields)

    /// What was measured of a task, once, right before its completion, however it ends (contract D10).
    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didFinishCollecting metrics: HTTPSessionTaskMetrics)

    /// The last message about a task: exactly one, nil meaning that the whole response is there (contract K09, K10).
    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?)
}

extension HTTPSessionTaskDelegate {
    /// Does nothing.
    public func httpSession(_ session: HTTPSession, didCreateTask task: HTTPSessionTask) {}

    /// Follows.
    public func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, willPerformHTTPRedirection response: HTTPSessionResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(request)
    }

    /// Does nothing.
    public func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {}

    /// Does nothing.
    public func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didReceiveInformationalResponse response: HTTPSessionResponse
    ) {}

    /// Does nothing.
    public func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didReceiveTrailers trailers: HTTPFields) {}

    /// Does nothing.
    public func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didFinishCollecting metrics: HTTPSessionTaskMetrics
    ) {}

    /// Does nothing.
    public func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {}
}
