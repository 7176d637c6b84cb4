import Foundation
import SessionKit
import Synchronization

/// Keeps the task behind an `await`, for whoever wants to see its progress or to stop it.
final class TaskKeeper: HTTPSessionDownloadDelegate {
    private let current = Mutex<HTTPSessionDownloadTask?>(nil)
    var task: HTTPSessionDownloadTask? { current.withLock { $0 } }

    func httpSession(_ session: HTTPSession, didCreateTask task: HTTPSessionTask) {
        current.withLock { $0 = task as? HTTPSessionDownloadTask }
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {}
}
