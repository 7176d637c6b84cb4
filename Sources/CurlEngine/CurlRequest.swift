public import Foundation
public import HTTPMessages

/// What libcurl is to send.
public struct CurlRequest: Sendable {
    /// The method, sent as it is.
    public var method: String
    /// An absolute http or https URL, already percent-encoded; a fragment is not sent.
    public var url: String
    /// Sent in this order behind `Host`; nothing is added but what frames a body.
    public var fields: HTTPFields
    /// The content.
    public var body: Body
    /// How long resolving and connecting may take; nil leaves libcurl's five minutes.
    public var connectTimeout: Duration?

    /// The content of a request.
    public enum Body: Sendable {
        /// No content; a method that usually has some is sent with `Content-Length: 0`.
        case none
        /// Content in memory.
        case data(Data)
        /// Content that is produced piece by piece.
        case source(any CurlBodySource)
    }

    /// Makes a request.
    public init(
        method: String = "GET", url: String, fields: HTTPFields = [:], body: Body = .none,
        connectTimeout: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.connectTimeout = connectTimeout
    }
}

/// Content that is produced while it is sent; asked on the loop, so it must not block.
public protocol CurlBodySource: AnyObject, Sendable {
    /// The length, or nil, which makes the body chunked.
    var length: Int64? { get }

    /// The next piece, at most so long.
    func read(upTo count: Int) -> CurlBodyPiece

    /// Goes back to the start for a request that is sent again; false when that is impossible.
    func rewind() -> Bool
}

/// What a body source has to give.
public enum CurlBodyPiece: Sendable {
    /// Bytes, at least one.
    case data(Data)
    /// Nothing yet; `CurlTransfer.resumeSending()` is called when there is something.
    case later
    /// Nothing any more.
    case end
    /// The content cannot be produced; the transfer fails.
    case failed
}
