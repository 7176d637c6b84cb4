internal import AdapterProtocol
internal import Foundation
internal import HTTPMessages
internal import SessionKit
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Hears what SessionKit tells its application, and reports it before it returns.
final class SessionKitListener: HTTPSessionDataDelegate, HTTPSessionDownloadDelegate {
    private let transfers: TransferTable<HTTPSessionTask>
    private let questions: PendingQuestions
    private let whenInvalid = Mutex<(@Sendable () -> Void)?>(nil)

    init(transfers: TransferTable<HTTPSessionTask>, questions: PendingQuestions) {
        self.transfers = transfers
        self.questions = questions
    }

    /// Calls a closure when the session has said its last word.
    func onInvalid(_ body: @escaping @Sendable () -> Void) {
        whenInvalid.withLock { $0 = body }
    }

    private func reporter(_ session: HTTPSession, _ task: HTTPSessionTask) -> TransferReporter? {
        transfers.reporter(session: session, number: task.taskIdentifier)
    }

    private func reportHead(
        _ reporter: TransferReporter, _ response: HTTPSessionResponse?, expected: Int64? = nil, resumedAt: Int64? = nil
    ) {
        reporter.head {
            guard let response else { return nil }
            let expected = expected ?? response.expectedContentLength
            return AdapterEvent.Head(
                t: reporter.name, status: response.statusCode, http: response.head.version.description,
                headers: response.fields.map { HeaderField($0.name, $0.value) },
                expected: expected < 0 ? nil : Int(expected), finalURL: response.url.absoluteString,
                resumedAt: resumedAt.map(Int.init))
        }
    }

    private func reportProgress(_ reporter: TransferReporter, _ task: HTTPSessionTask) {
        let progress = task.progress
        let expected = progress.totalUnitCount < 0 ? nil : progress.totalUnitCount
        reporter.progress(
            done: progress.completedUnitCount, expected: expected,
            fraction: progress.isIndeterminate ? nil : progress.fractionCompleted)
    }

    // MARK: Session

    func httpSession(_ session: HTTPSession, didBecomeInvalidWithError error: (any Error)?) {
        let body = whenInvalid.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }

    // MARK: Any task

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, willPerformHTTPRedirection response: HTTPSessionResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let reporter = reporter(session, task), reporter.options.ask.contains(.redirect) else {
            return completionHandler(request)
        }
        let id = questions.add { answer in
            switch answer.with {
            case .follow: completionHandler(request)
            case .cancel: task.cancel()
            default: completionHandler(nil)
            }
        }
        reporter.report(
            .question(
                .init(
                    t: reporter.name, id: id, question: .redirect, status: response.statusCode,
                    location: request.url?.absoluteString, methodAfter: request.httpMethod)))
    }

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didReceiveInformationalResponse response: HTTPSessionResponse
    ) {
        guard let reporter = reporter(session, task) else { return }
        reporter.report(
            .informational(
                t: reporter.name, status: response.statusCode,
                headers: response.fields.map { HeaderField($0.name, $0.value) }))
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didReceiveTrailers trailers: HTTPFields) {
        guard let reporter = reporter(session, task) else { return }
        reporter.report(
            .trailers(t: reporter.name, headers: trailers.map { HeaderField($0.name, $0.value) }))
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
        guard let reporter = reporter(session, task) else { return }
        reportHead(reporter, task.response)
        guard let error else { return reporter.end(.complete) }
        let material = (error as? URLError)?.downloadTaskResumeData
        let resume = material.flatMap { try? ResumeData($0) }
        if material != nil || reporter.wantsResumeData {
            reporter.resumeData(material, held: resume?.length, partial: resume?.partialFile.path)
        }
        let isCancel = reporter.isCancelled && (error as? URLError)?.code == .cancelled
        reporter.end(
            isCancel ? .cancelled : .failed, error: AdapterEvent.Failure(sessionKit: error, afterBytes: reporter.total),
            partial: resume?.partialFile.path)
    }

    // MARK: Data tasks

    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
        completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void
    ) {
        guard let reporter = reporter(session, dataTask) else { return completionHandler(.allow) }
        guard reporter.options.ask.contains(.response) else {
            reportHead(reporter, response)
            return completionHandler(.allow)
        }
        let id = questions.add { [self] answer in
            reportHead(reporter, response)
            switch answer.with {
            case .cancel: completionHandler(.cancel)
            case .download: completionHandler(.becomeDownload)
            default: completionHandler(.allow)
            }
        }
        reporter.report(
            .question(.init(t: reporter.name, id: id, question: .response, status: response.statusCode)))
    }

    func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) {
        guard let reporter = reporter(session, dataTask) else { return }
        reportHead(reporter, dataTask.response)
        reporter.bytes(data)
        reportProgress(reporter, dataTask)
    }

    // MARK: Download tasks

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard let reporter = reporter(session, downloadTask) else { return }
        reportHead(reporter, downloadTask.response, expected: totalBytesExpectedToWrite)
        reporter.written(bytesWritten, total: totalBytesWritten)
        reporter.progress(
            done: totalBytesWritten, expected: totalBytesExpectedToWrite < 0 ? nil : totalBytesExpectedToWrite,
            fraction: downloadTask.progress.isIndeterminate ? nil : downloadTask.progress.fractionCompleted)
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        guard let reporter = reporter(session, downloadTask) else { return }
        reportHead(reporter, downloadTask.response, expected: expectedTotalBytes, resumedAt: fileOffset)
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        guard let reporter = reporter(session, downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.file(location.path, suggestedName: downloadTask.response?.suggestedFilename)
    }
}
