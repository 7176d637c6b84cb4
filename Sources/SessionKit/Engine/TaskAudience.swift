import Foundation
import Locks

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells the application about one task, in order, and brings back its answers.
///
/// What the task shows changes with the message about it (see ``TaskCore``). A task's own delegate is asked before the
/// session's, anew for each message (contract D09).
final class TaskAudience: Sendable {
    private let core: TaskCore
    private let file: URL
    private let queue: DeliveryQueue
    private let state: Locked<State>

    private struct State {
        /// The object that messages are about.
        var task: HTTPSessionTask
        /// What a data task's completion handler will be given.
        var content = Data()
    }

    init(_ core: TaskCore, _ task: HTTPSessionTask, file: URL) {
        self.core = core
        self.file = file
        queue = DeliveryQueue(on: core.session.delegateQueue)
        state = Locked(State(task: task))
    }

    private var session: HTTPSession { core.session }
    /// Whether a message reaches nobody but a caller that awaits.
    private var isUnheard: Bool { core.listener.runsNothing && core.delegate == nil && session.delegate == nil }
    private var task: HTTPSessionTask { state.withLock { $0.task } }
    private var taskDelegate: (any HTTPSessionTaskDelegate)? {
        core.delegate ?? session.delegate as? any HTTPSessionTaskDelegate
    }

    /// Called by whoever makes the task, before the call that makes it returns, as URLSession does it.
    static func tellCreated(_ task: HTTPSessionTask) {
        let session = task.core.session
        let delegate = task.core.delegate ?? session.delegate as? any HTTPSessionTaskDelegate
        delegate?.httpSession(session, didCreateTask: task)
    }

    // MARK: Questions

    func askRedirect(_ question: Int, _ response: HTTPSessionResponse, _ next: URLRequest) {
        queue.add(runningNothing: isUnheard) { [self] in
            let answer: @Sendable (URLRequest?) -> Void = { [core] in
                core.post(.redirectDecided(question: question, $0))
            }
            guard let delegate = taskDelegate else { return answer(next) }
            delegate.httpSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: next, completionHandler: answer)
        }
    }

    func askResponse(_ question: Int, _ response: HTTPSessionResponse) {
        queue.add(runningNothing: isUnheard) { [self] in
            core.note(response: response)
            core.count { $0.expected = response.expectedContentLength }
            let answer: @Sendable (HTTPSession.ResponseDisposition) -> Void = { [core] in
                core.post(.responseDecided(question: question, $0))
            }
            guard let delegate = dataDelegate, let task = task as? HTTPSessionDataTask else { return answer(.allow) }
            delegate.httpSession(session, dataTask: task, didReceive: response, completionHandler: answer)
        }
    }

    // MARK: Messages

    func tell(_ message: TaskMessage) {
        queue.add(runningNothing: isUnheard) { self.deliver(message) }
    }

    func becomeDownload(_ download: HTTPSessionDownloadTask) {
        queue.add(runningNothing: isUnheard) { [self] in
            let task = state.withLock { state in
                defer { state.task = download }
                return state.task as? HTTPSessionDataTask
            }
            guard let task else { return }
            dataDelegate?.httpSession(session, dataTask: task, didBecome: download)
        }
    }

    func tell(_ metrics: HTTPSessionTaskMetrics) {
        queue.add(runningNothing: isUnheard) { [self] in
            taskDelegate?.httpSession(session, task: task, didFinishCollecting: metrics)
        }
    }

    private func deliver(_ message: TaskMessage) {
        switch message {
        case .request(let request):
            core.note(request: request)
        case .sent(let bytes, let total, let expected):
            core.count { $0.sent = total }
            taskDelegate?.httpSession(
                session, task: task, didSendBodyData: bytes, totalBytesSent: total, totalBytesExpectedToSend: expected)
        case .informational(let response):
            taskDelegate?.httpSession(session, task: task, didReceiveInformationalResponse: response)
        case .response(let response):
            core.note(response: response)
            core.count { $0.expected = response.expectedContentLength }
            if case .bytes(let channel) = core.listener { channel.open(response) }
        case .data(let data):
            deliver(data)
        case .resumed(let offset, let expected):
            core.count { tally in
                tally.completed = offset
                tally.expected = expected
            }
            withDownload {
                $0.httpSession(session, downloadTask: $1, didResumeAtOffset: offset, expectedTotalBytes: expected)
            }
        case .wrote(let bytes, let total, let expected):
            core.count { tally in
                tally.received += bytes
                tally.completed = total
            }
            withDownload {
                $0.httpSession(
                    session, downloadTask: $1, didWriteData: bytes, totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            }
            core.post(.consumed(Int(bytes)))
        case .trailers(let fields):
            core.note(trailers: fields)
            taskDelegate?.httpSession(session, task: task, didReceiveTrailers: fields)
        case .file:
            deliverFile()
        case .becameDownload, .metrics, .completed:
            break
        }
    }

    private func deliver(_ data: Data) {
        core.count { tally in
            tally.received += Int64(data.count)
            tally.completed = tally.received
        }
        switch core.listener {
        case .delegate:
            if let task = task as? HTTPSessionDataTask {
                dataDelegate?.httpSession(session, dataTask: task, didReceive: data)
            }
        case .data, .file:
            state.withLock { $0.content.append(data) }
        case .bytes(let channel):
            // Consumed when it is read.
            channel.add(data)
            return
        }
        core.post(.consumed(data.count))
    }

    /// The file is the application's while it is told; what it leaves behind is removed (contract P07).
    private func deliverFile() {
        guard case .delegate = core.listener else { return }
        core.count { $0.isFinished = true }
        withDownload { $0.httpSession(session, downloadTask: $1, didFinishDownloadingTo: file) }
        try? FileManager.default.removeItem(at: file)
    }

    // MARK: The end

    func complete(
        _ failure: HTTPSessionFailure?, _ resumeData: Data?, resumeDataHandlers: [@Sendable (Data?) -> Void]
    ) {
        queue.add(runningNothing: isUnheard && resumeDataHandlers.isEmpty) { [self] in
            for handler in resumeDataHandlers { handler(resumeData) }
            let error = failure.map { URLError($0, url: core.currentRequest?.url, resumeData: resumeData) }
            if let error { core.note(error: error) } else { core.count { $0.isFinished = true } }
            switch core.listener {
            case .delegate:
                taskDelegate?.httpSession(session, task: task, didCompleteWithError: error)
            case .data(let handler, _):
                let content = state.withLock { $0.content }
                handler(error == nil ? content : nil, core.response, error)
            case .file(let handler, let keepsFile):
                handler(error == nil ? file : nil, core.response, error)
                if error == nil, !keepsFile { try? FileManager.default.removeItem(at: file) }
            case .bytes(let channel):
                channel.finish(error)
            }
            core.session.door.post(.told)
        }
    }

    // MARK: Who

    private var dataDelegate: (any HTTPSessionDataDelegate)? {
        core.delegate as? any HTTPSessionDataDelegate ?? session.delegate as? any HTTPSessionDataDelegate
    }

    /// A completion handler takes the place of the session's delegate; a delegate given to the task itself still hears
    /// of its progress (contract D07, D12).
    private func withDownload(_ tell: (any HTTPSessionDownloadDelegate, HTTPSessionDownloadTask) -> Void) {
        guard let task = task as? HTTPSessionDownloadTask else { return }
        var delegate = core.delegate as? any HTTPSessionDownloadDelegate
        if case .delegate = core.listener {
            delegate = delegate ?? session.delegate as? any HTTPSessionDownloadDelegate
        }
        if let delegate { tell(delegate, task) }
    }
}
