public import Foundation

/// What happens to data tasks that have no completion handler.
public protocol HTTPSessionDataDelegate: HTTPSessionTaskDelegate {
    /// The head of the response came; no content is read until the handler is called, once, from anywhere (contract D03).
    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
        completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void)

    /// The next piece of content, of any size; the connection is not read while too much waits to be taken (contract S05).
    func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data)

    /// The last message about a data task that its delegate turned into a download (contract D04).
    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didBecome downloadTask: HTTPSessionDownloadTask)
}

extension HTTPSessionDataDelegate {
    /// Allows.
    public func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
        completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
    }

    /// Does nothing.
    public func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) {}

    /// Does nothing.
    public func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didBecome downloadTask: HTTPSessionDownloadTask
    ) {}
}

extension HTTPSession {
    /// What becomes of a data task once the head of its response is known.
    public enum ResponseDisposition: Sendable {
        /// The task ends with `URLError.cancelled`.
        case cancel
        /// The content follows.
        case allow
        /// The content goes into a file, and the task becomes a download task.
        case becomeDownload
    }
}
