public import Foundation
import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads files, and goes on where a connection was lost.
public struct Downloader: Sendable {
    private let session: HTTPSession
    private let attempts: Int

    /// Makes a downloader that asks so often for one file before it gives up.
    public init(attempts: Int = 3) {
        session = HTTPSession(configuration: .ephemeral)
        self.attempts = max(1, attempts)
    }

    /// Downloads what a URL names into a file, which is there only when it is whole.
    ///
    /// - Parameters:
    ///   - url: What to download.
    ///   - destination: Where the file is to be; a file that is there is replaced.
    ///   - progress: Told of the bytes so far, on a queue of its own.
    /// - Throws: `URLError` when the last attempt failed, or what the file system says.
    public func download(
        _ url: URL, to destination: URL, progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws {
        let watcher = ProgressWatcher(report: progress)
        var resumeData: Data?
        for attempt in 1...attempts {
            do {
                let (file, _) =
                    if let resumeData {
                        try await session.download(resumeFrom: resumeData, delegate: watcher)
                    } else {
                        try await session.download(from: url, delegate: watcher)
                    }
                return try Data(contentsOf: file).write(to: destination, options: .atomic)
            } catch let error as URLError where attempt < attempts {
                // Without resume data the next attempt starts over.
                resumeData = error.downloadTaskResumeData
            }
        }
    }
}

/// Hands on how many bytes of a download are there.
private final class ProgressWatcher: HTTPSessionDownloadDelegate {
    private let report: @Sendable (Int64) -> Void

    init(report: @escaping @Sendable (Int64) -> Void) {
        self.report = report
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        report(totalBytesWritten)
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {}
}
