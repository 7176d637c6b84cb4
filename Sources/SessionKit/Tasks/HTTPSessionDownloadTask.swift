public import Foundation

/// Loads a response into a file.
public final class HTTPSessionDownloadTask: HTTPSessionTask, @unchecked Sendable {
    /// Ends the task with `URLError.cancelled` and keeps what it has, if another task can go on from there.
    ///
    /// - Parameter completionHandler: Called once, when the file is on disk, with data for
    ///   `HTTPSession.downloadTask(withResumeData:)`; nil when the download cannot be resumed (contract M01), or the task
    ///   was complete or being cancelled already.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        core.cancel(producingResumeData: completionHandler)
    }

    /// Ends the task and returns what another can go on from, or nil.
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in
            cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
    }
}
