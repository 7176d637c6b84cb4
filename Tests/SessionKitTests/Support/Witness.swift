import Foundation
import HTTPMessages
import Locks
import SessionKit
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A delegate that writes down everything it is told, and can be waited for.
final class Witness: HTTPSessionDataDelegate, HTTPSessionDownloadDelegate {
    /// What to do when asked; unset, what URLSession does.
    struct Answers: Sendable {
        var redirect: (@Sendable (URLRequest) -> URLRequest?)?
        var response: (@Sendable (HTTPSessionTask) -> HTTPSession.ResponseDisposition?)?
        /// Called on the delegate queue with the bytes so far, before the call about them returns.
        var bytes: (@Sendable (HTTPSessionTask, Int64) -> Void)?
    }

    private struct State {
        var lines: [String] = []
        var created: [HTTPSessionTask] = []
        var metrics: [(HTTPSessionTask, HTTPSessionTaskMetrics)] = []
        var content = Data()
        var files: [Data] = []
        var locations: [URL] = []
        var responses: [HTTPSessionResponse] = []
        var trailers: HTTPFields?
        var error: URLError?
        var ends = 0
        var waiters: [(@Sendable ([String]) -> Bool, CheckedContinuation<Void, Never>)] = []
        var endWaiters: [(Int, CheckedContinuation<Void, Never>)] = []
        var late: [@Sendable (HTTPSession.ResponseDisposition) -> Void] = []
        var total: Int64 = 0
    }

    private let state = Locked(State())
    private let answers: Answers

    init(_ answers: Answers = Answers()) {
        self.answers = answers
    }

    // MARK: What was told

    var lines: [String] { state.withLock { $0.lines } }
    /// The tasks that were made; they are not among the lines.
    var created: [HTTPSessionTask] { state.withLock { $0.created } }
    /// What was measured, task by task; not among the lines unless it is not told once before each end.
    var metrics: [HTTPSessionTaskMetrics] { state.withLock { $0.metrics.map(\.1) } }
    var content: Data { state.withLock { $0.content } }
    var file: Data? { state.withLock { $0.files.last } }
    var location: URL? { state.withLock { $0.locations.last } }
    var responses: [HTTPSessionResponse] { state.withLock { $0.responses } }
    var trailers: HTTPFields? { state.withLock { $0.trailers } }
    var error: URLError? { state.withLock { $0.error } }
    var ends: Int { state.withLock { $0.ends } }

    /// Waits until the lines so far satisfy something.
    func until(_ isThere: @escaping @Sendable ([String]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if isThere(state.lines) { return true }
                state.waiters.append((isThere, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    /// Waits for the end of one task, or of so many.
    func end(of count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.ends < count { state.endWaiters.append((count, continuation)) }
                return state.ends >= count
            }
            if isDone { continuation.resume() }
        }
    }

    /// Waits until so many bytes were told.
    func bytes(_ count: Int64) async {
        await until { _ in self.isTold(count) }
    }

    private func isTold(_ count: Int64) -> Bool { total.withLock { $0 } >= count }
    private let total = Locked<Int64>(0)

    /// Answers the response questions that were left open.
    func answerLate(_ disposition: HTTPSession.ResponseDisposition) {
        for answer in state.withLock({ $0.late }) { answer(disposition) }
    }

    private func note(_ line: String, _ change: (inout sending State) -> Void = { _ in }) {
        let passed: [CheckedContinuation<Void, Never>] = state.withLock { state in
            change(&state)
            state.lines.append(line)
            let lines = state.lines
            let ends = state.ends
            let passed = state.waiters.filter { $0.0(lines) }.map(\.1)
            let ended = state.endWaiters.filter { $0.0 <= ends }.map(\.1)
            state.waiters.removeAll { $0.0(lines) }
            state.endWaiters.removeAll { $0.0 <= ends }
            return passed + ended
        }
        for continuation in passed { continuation.resume() }
    }

    // MARK: Told

    func httpSession(_ session: HTTPSession, didBecomeInvalidWithError error: (any Error)?) {
        note("invalid")
    }

    func httpSession(_ session: HTTPSession, didCreateTask task: HTTPSessionTask) {
        state.withLock { $0.created.append(task) }
    }

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, willPerformHTTPRedirection response: HTTPSessionResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        note("redirect \(response.statusCode) to \(request.url?.path ?? "?")")
        if let redirect = answers.redirect {
            completionHandler(redirect(request))
        } else {
            completionHandler(request)
        }
    }

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didReceiveInformationalResponse response: HTTPSessionResponse
    ) {
        note("interim \(response.statusCode)")
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didReceiveTrailers trailers: HTTPFields) {
        note("trailers") { $0.trailers = trailers }
    }

    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
        completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void
    ) {
        note("response \(response.statusCode)") { $0.responses.append(response) }
        guard let answer = answers.response else { return completionHandler(.allow) }
        if let disposition = answer(dataTask) {
            completionHandler(disposition)
        } else {
            state.withLock { $0.late.append(completionHandler) }
        }
    }

    func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) {
        let sum = total.withLock { total in
            total += Int64(data.count)
            return total
        }
        note("data") { $0.content += data }
        answers.bytes?(dataTask, sum)
    }

    func httpSession(
        _ session: HTTPSession, dataTask: HTTPSessionDataTask, didBecome downloadTask: HTTPSessionDownloadTask
    ) {
        note("became download")
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let content = try? Data(contentsOf: location)
        note("file") { state in
            state.files.append(content ?? Data("unreadable".utf8))
            state.locations.append(location)
            if let response = downloadTask.response { state.responses.append(response) }
        }
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        total.withLock { $0 = totalBytesWritten }
        let isSum = state.withLock { state in
            state.total += bytesWritten
            return state.total == totalBytesWritten
        }
        note(isSum && bytesWritten > 0 ? "wrote" : "wrote \(bytesWritten), \(totalBytesWritten): no sum")
        answers.bytes?(downloadTask, totalBytesWritten)
    }

    func httpSession(
        _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        note("resumed at \(fileOffset) of \(expectedTotalBytes)") { $0.total = fileOffset }
    }

    func httpSession(
        _ session: HTTPSession, task: HTTPSessionTask, didFinishCollecting metrics: HTTPSessionTaskMetrics
    ) {
        state.withLock { $0.metrics.append((task, metrics)) }
    }

    func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
        let urlError = error as? URLError
        let isMeasured = state.withLock { $0.metrics.filter { $0.0 == task }.count == 1 }
        if !isMeasured { note("not one metrics") }
        note(error == nil ? "end" : "end \(urlError?.errorCode ?? 0)") { state in
            state.error = urlError
            state.ends += 1
        }
    }
}

extension [String] {
    /// The lines with repetitions told once.
    var withoutRepeats: [String] {
        reduce(into: []) { lines, line in if lines.last != line { lines.append(line) } }
    }
}
