import Foundation
import HTTPMessages

/// What is measured of one task, transfer by transfer (contract D10).
struct TransactionLog {
    private var transactions: [HTTPSessionTaskTransactionMetrics] = []
    /// Whether the last transaction is still under way.
    private var isOpen = false
    /// When the last transfer was stopped before its end; nil when it came to one.
    private var dropped: Date?
    private var redirects = 0

    mutating func begin(_ request: TransferRequest) {
        // What is left of an answer is let go of when another request follows; that is its end.
        if let dropped, let last = transactions.indices.last, transactions[last].response != nil {
            transactions[last].responseEndDate = dropped
        }
        dropped = nil
        isOpen = true
        transactions.append(HTTPSessionTaskTransactionMetrics(request, at: Date()))
    }

    mutating func note(_ event: TransferEvent, _ request: TransferRequest) {
        guard isOpen, let last = transactions.indices.last else { return }
        switch event {
        case .head(let head):
            transactions[last].response = HTTPSessionResponse(
                url: request.url, head: head, expectedContentLength: ExpectedLength.of(head) ?? -1)
            transactions[last].networkProtocolName =
                head.version == .http2 ? "h2" : head.version.description.lowercased()
        case .bytes(let data):
            transactions[last].countOfResponseBodyBytesAfterDecoding += Int64(data.count)
        case .sent, .interim, .trailers, .finished, .failed:
            break
        }
    }

    /// The transfer is over, or is about to be stopped.
    mutating func end(_ measured: TransferMetrics, isStopped: Bool) {
        guard isOpen, let last = transactions.indices.last else { return }
        isOpen = false
        transactions[last].add(measured)
        if isStopped { dropped = Date() }
    }

    mutating func noteRedirect() { redirects += 1 }

    /// Everything, for a task that was made at a time and ends now.
    func metrics(since start: Date) -> HTTPSessionTaskMetrics {
        // A wall clock may be set back.
        HTTPSessionTaskMetrics(
            transactionMetrics: transactions, taskInterval: DateInterval(start: start, end: max(start, Date())),
            redirectCount: redirects)
    }
}
