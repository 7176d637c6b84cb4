public import Foundation
public import HTTPMessages

extension CurlTransfer {
    /// What a transfer tells, in this order, content that is sent at any time before the end: interim heads, the head, bytes, trailers, and exactly one end.
    public enum Event: Sendable {
        /// So many bytes of the request's content are on their way, of all; fewer than before when it is sent once more.
        case sent(Int64)
        /// An interim answer (1xx).
        case interim(HTTPResponseHead)
        /// The head of the answer, its blank line seen.
        case head(HTTPResponseHead)
        /// Content, without its framing and with its coding, as much as one look at the socket brought.
        case body(Data)
        /// The fields behind a chunked body.
        case trailers(HTTPFields)
        /// The message is whole by its own framing.
        case finished(CurlMetrics)
        /// It is not.
        case failed(CurlFailure, CurlMetrics)
    }
}
