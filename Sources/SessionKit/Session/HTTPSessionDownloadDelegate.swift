public import Foundation

/// What happens to download tasks that have no completion handler.
public protocol HTTPSessionDownloadDelegate: HTTPSessionTaskDelegate {
    /// The whole response is in this file, which is removed when the call returns: open or move it before (contract P07).
    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL)

    /// So many more bytes are in the file; the values are those of that moment (contract P01).
    ///
    /// - Parameters:
    ///   - session: The session of the task.
    ///   - downloadTask: The task.
    ///   - bytesWritten: The bytes written since the last call.
    ///   - totalBytesWritten: The bytes in the file, those of an earlier task that it resumed included.
    ///   - totalBytesExpectedToWrite: The length of the whole, or -1 when it is unknown.
    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)

    /// A task made from resume data goes on at this offset, 0 when the old bytes could not be used (contract M06).
    ///
    /// - Parameters:
    ///   - session: The session of the task.
    ///   - downloadTask: The task.
    ///   - fileOffset: Where the first new byte goes.
    ///   - expectedTotalBytes: The length of the whole, or -1 when it is unknown.
    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64)
}

extension HTTPSessionDownloadDelegate {
    /// Does nothing.
    public func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {}

    /// Does nothing.
    public func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {}
}
