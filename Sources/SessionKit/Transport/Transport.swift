package import Foundation
package import HTTPMessages

/// Carries requests out and brings answers back; libcurl is one, tests and mutants bring or wrap others.
///
/// A transport and its transfers live on the session's loop and are touched nowhere else. It knows nothing of tasks: it
/// neither follows redirects nor retries what the server may have acted on, runs no timers but that of connecting, and
/// decodes no content.
package protocol Transport: AnyObject {
    /// Begins a transfer.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - deliver: Called on the loop, never before this returns: heads, then bytes, then exactly one end.
    /// - Returns: The transfer, which its owner keeps until the end.
    func start(_ request: TransferRequest, deliver: @escaping (TransferEvent) -> Void) -> any Transfer

    /// Ends every transfer without a word and lets go of all connections.
    func close()
}

/// One request on its way and the answer to it.
package protocol Transfer: AnyObject {
    /// Reads the connection or leaves it alone; what has been read already may still be delivered.
    func setReceiving(_ isReceiving: Bool)

    /// Ends the transfer; nothing is delivered afterwards, and a connection in the middle of an answer is closed.
    func cancel()

    /// What has been measured so far; behind the end, what it was then.
    var metrics: TransferMetrics { get }
}

extension Transfer {
    /// Nothing.
    package var metrics: TransferMetrics { TransferMetrics() }
}

/// A request as it goes on the wire.
package struct TransferRequest: Hashable, Sendable {
    package var method: String
    package var url: URL
    /// In the order in which they are sent.
    package var fields: HTTPFields
    package var body: Data?

    package init(method: String = "GET", url: URL, fields: HTTPFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// What comes back.
package enum TransferEvent: Sendable {
    /// So many bytes of the request's content are on their way, of all; fewer than before when it is sent once more.
    case sent(Int64)
    /// An interim answer (1xx).
    case interim(HTTPResponseHead)
    /// The head of the answer.
    case head(HTTPResponseHead)
    /// The next bytes of the content, without their framing.
    case bytes(Data)
    /// The fields behind a chunked body.
    case trailers(HTTPFields)
    /// The message is whole by its own framing.
    case finished
    /// It is not, and nothing more comes.
    case failed(HTTPSessionFailure)
}
