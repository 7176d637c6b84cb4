internal import AdapterProtocol
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Hears what URLSession tells its application, and reports it before it returns.
final class URLSessionListener: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private let transfers: TransferTable<URLSessionTask>
    private let questions: PendingQuestions

    init(transfers: TransferTable<URLSessionTask>, questions: PendingQuestions) {
        self.transfers = transfers
        self.questions = questions
    }

    private func reporter(_ session: URLSession, _ task: URLSessionTask) -> TransferReporter? {
        transfers.reporter(session: session, number: task.taskIdentifier)
    }

    private func reportHead(_ reporter: TransferReporter, _ response: URLResponse?, resumedAt: Int64? = nil) {
        reporter.head {
            guard let response = response as? HTTPURLResponse else { return nil }
            let headers = response.allHeaderFields.map { HeaderField("\($0.key)", "\($0.value)") }
            let expected = response.expectedContentLength
            return AdapterEvent.Head(
                t: reporter.name, status: response.statusCode, headers: headers.sorted { $0.name < $1.name },
                expected: expected < 0 ? nil : Int(expected), finalURL: response.url?.absoluteString,
                resumedAt: resumedAt.map(Int.init))
        }
    }

    private func reportProgress(_ reporter: TransferReporter, _ task: URLSessionTask, done: Int64, expected: Int64) {
        let progress = task.progress
        let fraction = progress.isIndeterminate || expected < 0 ? nil : progress.fractionCompleted
        reporter.progress(done: done, expected: expected < 0 ? nil : expected, fraction: fraction)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
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

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
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
            #if canImport(Darwin)
            case .download: completionHandler(.becomeDownload)
            #endif
            default: completionHandler(.allow)
            }
        }
        reporter.report(
            .question(
                .init(
                    t: reporter.name, id: id, question: .response, status: (response as? HTTPURLResponse)?.statusCode)))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let reporter = reporter(session, dataTask) else { return }
        reportHead(reporter, dataTask.response)
        reporter.bytes(data)
        reportProgress(
            reporter, dataTask, done: dataTask.countOfBytesReceived, expected: dataTask.countOfBytesExpectedToReceive)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let reporter = reporter(session, task) else { return }
        let expected = totalBytesExpectedToSend < 0 ? nil : Int(totalBytesExpectedToSend)
        reporter.report(.sent(.init(t: reporter.name, done: Int(totalBytesSent), expected: expected)))
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard let reporter = reporter(session, downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.written(bytesWritten, total: totalBytesWritten)
        reportProgress(reporter, downloadTask, done: totalBytesWritten, expected: totalBytesExpectedToWrite)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        guard let reporter = reporter(session, downloadTask) else { return }
        reportHead(reporter, downloadTask.response, resumedAt: fileOffset)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        guard let reporter = reporter(session, downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.file(location.path, suggestedName: downloadTask.response?.suggestedFilename)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let reporter = reporter(session, task) else { return }
        reportHead(reporter, task.response)
        guard let error else { return reporter.end(.complete) }
        #if canImport(Darwin)
        if !reporter.isCancelled, let material = (error as? URLError)?.downloadTaskResumeData {
            reporter.resumeData(material)
        }
        #endif
        let isCancel = reporter.isCancelled && (error as? URLError)?.code == .cancelled
        reporter.end(
            isCancel ? .cancelled : .failed, error: AdapterEvent.Failure(error, afterBytes: reporter.total))
    }
}
