internal import AdapterProtocol
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Hears what URLSession tells its application, and reports it before it returns.
final class URLSessionListener: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private let desk: SessionDesk<URLSessionTask>

    init(_ desk: SessionDesk<URLSessionTask>) {
        self.desk = desk
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

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let reporter = desk.reporter(dataTask) else { return completionHandler(.allow) }
        guard reporter.options.ask.contains(.response) else {
            reportHead(reporter, response)
            return completionHandler(.allow)
        }
        let answer: @Sendable (URLSession.ResponseDisposition) -> Void = { [self] disposition in
            reportHead(reporter, response)
            completionHandler(disposition)
        }
        let status = (response as? HTTPURLResponse)?.statusCode
        let question = { id in
            AdapterEvent.Question(t: reporter.name, id: id, question: .response, status: status)
        }
        var choices: PendingQuestions.Choices = [
            .allow: { answer(.allow) },
            .cancel: {
                reporter.noteCancel(.none)
                answer(.cancel)
            },
        ]
        #if canImport(Darwin)
        choices[.download] = { answer(.becomeDownload) }
        #endif
        desk.questions.ask(reporter, question, choices: choices)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        desk.transfers[dataTask.taskIdentifier]?.task = downloadTask
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let reporter = desk.reporter(dataTask) else { return }
        reportHead(reporter, dataTask.response)
        reporter.bytes(data)
        reportProgress(
            reporter, dataTask, done: dataTask.countOfBytesReceived, expected: dataTask.countOfBytesExpectedToReceive)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let reporter = desk.reporter(task) else { return }
        let expected = totalBytesExpectedToSend < 0 ? nil : Int(totalBytesExpectedToSend)
        reporter.report(.sent(.init(t: reporter.name, done: Int(totalBytesSent), expected: expected)))
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard let reporter = desk.reporter(downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.written(bytesWritten, total: totalBytesWritten)
        reportProgress(reporter, downloadTask, done: totalBytesWritten, expected: totalBytesExpectedToWrite)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        guard let reporter = desk.reporter(downloadTask) else { return }
        reportHead(reporter, downloadTask.response, resumedAt: fileOffset)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        guard let reporter = desk.reporter(downloadTask) else { return }
        reportHead(reporter, downloadTask.response)
        reporter.file(location.path, suggestedName: downloadTask.response?.suggestedFilename)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let reporter = desk.reporter(task) else { return }
        reportHead(reporter, task.response)
        guard let error else { return reporter.end(nil) }
        // The name of NSURLSessionDownloadTaskResumeData, which Foundation on Linux does not have.
        let material = (error as NSError).userInfo["NSURLSessionDownloadTaskResumeData"] as? Data
        if let material { reporter.resumeData(material) }
        reporter.end(AdapterEvent.Failure(error))
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        desk.sayFarewell()
    }
}
