public import Foundation
import SessionKit
import Synchronization

/// What there is of a picture: enough to show its top, or all of it roughly.
public struct PictureSoFar: Sendable {
    /// The bytes so far.
    public var data: Data
    /// Which part of the whole that is, 0 to 1; nil when nobody knows.
    public var fraction: Double?
}

/// The picture as it arrives, for a view that draws again with each value and has a progress bar.
///
/// Whoever draws slowly gets the newest, and the last is the whole picture; whoever leaves the loop cancels the task.
/// What is no picture ends with `URLError.cancelled`, before any of it is read.
public func pictureAsItArrives(from url: URL) -> AsyncThrowingStream<PictureSoFar, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in
        let task = HTTPSession.shared.dataTask(with: url)
        task.delegate = Receiver(stream)
        stream.onTermination = { _ in task.cancel() }
        task.resume()
    }
}

private final class Receiver: HTTPSessionDataDelegate {
    private let stream: AsyncThrowingStream<PictureSoFar, any Error>.Continuation
    private let data = Mutex(Data())

    init(_ stream: AsyncThrowingStream<PictureSoFar, any Error>.Continuation) {
        self.stream = stream
    }

    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
        completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void
    ) {
        let isPicture = response.statusCode == 200 && response.mimeType?.hasPrefix("image/") == true
        completionHandler(isPicture ? .allow : .cancel)
    }

    func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive piece: Data) {
        let soFar = data.withLock { data in
            data += piece
            return data
        }
        let progress = dataTask.progress
        stream.yield(PictureSoFar(data: soFar, fraction: progress.isIndeterminate ? nil : progress.fractionCompleted))
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
        stream.finish(throwing: error)
    }
}
