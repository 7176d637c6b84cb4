internal import AdapterProtocol
internal import Foundation
internal import HTTPMessages
internal import SessionKit

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Hears what SessionKit tells its application, and reports it before it returns.
final class SessionKitListener: HTTPSessionDataDelegate, HTTPSessionDownloadDelegate {
    private let desk: SessionDesk<HTTPSessionTask>

    init(_ desk: SessionDesk<HTTPSessionTask>) {
        self.desk = desk
    }

    private func reportHead(
        _ reporter: TransferReporter, _ response: HTTPSessionResponse?, resumedAt: Int64? = nil
    ) {
        reporter.head {
            guard let response else { return nil }
            let expected = response.expectedContentLength
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
        desk.sayFarewell()
    }

    // MARK: Any task

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, willPerformHTTPRedirection response: HTTPSessionResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let reporter = desk.reporter(task), reporter.options.ask.contains(.redirect) else {
            return completionHandler(request)
        }
        let question = { id in
            AdapterEvent.Question(
                t: reporter.name, id: id, question: .redirect, status: response.statusCode,
                location: request.url?.absoluteString, methodAfter: request.httpMethod)
        }
        let choices: PendingQuestions.Choices = [
            .follow: { completionHandler(request) },
            .refuse: { completionHandler(nil) },
            .cancel: {
                reporter.noteCancel(.none)
                task.cancel()
            },
        ]
        desk.questions.ask(reporter, question, choices: choices)
    }

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didReceiveInformationalResponse response: HTTPSessionResponse
    ) {
        guard let reporter = desk.reporter(task) else { return }
        reporter.report(
            .informational(
                t: reporter.name, status: response.statusCode,
                headers: response.fields.map { HeaderField($0.name, $0.value) }))
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didReceiveTrailers trailers: HTTPFields) {
        guard let reporter = desk.reporter(task) else { return }
        reporter.report(
            .trailers(t: reporter.name, headers: trailers.map { HeaderField($0.name, $0.value) }))
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
        guard let reporter = desk.reporter(task) else { return }
        reportHead(reporter, task.response)
        guard let error else { return reporter.end(nil) }
        // A failed download hands it over here only, a cancelled one here again.
        if let material = (error as? URLError)?.downloadTaskResumeData { reporter.resumeData(material) }
        reporter.end(AdapterEvent.Failure(sessionKit: error))
    }

    // MARK: Data tasks

    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
        completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void
    ) {
        guard let reporter = desk.reporter(dataTask) else { return completionHandler(.allow) }
        guard reporter.options.ask.contains(.response) else {
            reportHead(reporter, response)
            return completionHandler(.allow)
        }
        let answer: @Sendable (HTTPSession.ResponseDisposition) -> Void = { [self] disposition in
            reportHead(reporter, response)
            completionHandler(disposition)
        }
        let question = { id in
            AdapterEvent.Question(t: reporter.name, id: id, question: .response, status: response.statusCode)
        }
        let choices: PendingQuestions.Choices = [
            .allow: { answer(.allow) },
            .download: { answer(.becomeDownload) },
            .cancel: {
                reporter.noteCancel(.none)
                answer(.cancel)
            },
        ]
        desk.questions.ask(reporter, question, choices: choices)
    }

    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didBecome downloadTask: HTTPSessionDownloadTask
    ) {
        desk.transfers[dataTask.taskIdentifier]?.task = downloadTask
    }

    func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) {
        guard let reporter = desk.reporter(dataTask) else { return }
        reportHead(reporter, dataTask.response)
        reporter.bytes(data)
        reportProgress(reporter, dataTask)
    }

    // MARK: Download tasks

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard let reporter = desk.reporter(downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.written(bytesWritten, total: totalBytesWritten)
        reportProgress(reporter, downloadTask)
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        guard let reporter = desk.reporter(downloadTask) else { return }
        reportHead(reporter, downloadTask.response, resumedAt: fileOffset)
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        guard let reporter = desk.reporter(downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.file(location.path, suggestedName: downloadTask.response?.suggestedFilename)
    }
}
