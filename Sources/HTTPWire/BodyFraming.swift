/// How the end of a message's body is marked (RFC 9112 §6).
public enum BodyFraming: Hashable, Sendable {
    /// There is no body.
    case none
    /// Content-Length: so many octets.
    case length(Int64)
    /// Transfer-Encoding: chunked, up to the last chunk.
    case chunked
    /// Everything up to the end of the connection; responses only.
    case untilClose
}
