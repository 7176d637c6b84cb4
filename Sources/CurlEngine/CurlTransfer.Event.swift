public import Foundation
public import HTTPMessages

extension CurlTransfer {
    /// What a transfer tells, in this order: interim heads, the head, bytes, trailers, and exactly one end.
    public enum Event: Sendable {
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

/// What libcurl measured of a transfer; times count from its start.
public struct CurlMetrics: Sendable, Hashable {
    /// Whether an earlier transfer's connection was used.
    public var isReused = false
    /// The name was resolved.
    public var resolved = Duration.zero
    /// TCP was connected.
    public var connected = Duration.zero
    /// TLS was agreed on; zero without TLS.
    public var secured = Duration.zero
    /// The request was about to be sent.
    public var requestStarted = Duration.zero
    /// The first byte of the answer came.
    public var firstByte = Duration.zero
    /// The end.
    public var total = Duration.zero
    /// Bytes of content received, still coded.
    public var bytesReceived: Int64 = 0
    /// Bytes of content sent.
    public var bytesSent: Int64 = 0

    /// Makes empty metrics.
    public init() {}
}
