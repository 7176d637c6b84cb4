/// How a response ended: whether it was all there, and if not, how much was missing (RFC 9112 §8; oracle table 1).
public enum Completeness: Hashable, Sendable {
    /// The framing says that everything has arrived.
    case complete
    /// The connection ended the body; nobody can tell whether that was all.
    case endedByClose(received: Int64)
    /// The connection ended before the first octet of a response.
    case nothing
    /// The connection ended inside the head.
    case insideHead
    /// The connection ended before so many octets as Content-Length declared.
    case truncated(declared: Int64, received: Int64)
    /// The connection ended before the last chunk.
    case unfinishedChunks(received: Int64)
    /// The connection was reset, or failed otherwise, when so much of the body had arrived.
    case aborted(received: Int64)

    /// Tells whether the response may be used as whole.
    public var isComplete: Bool {
        switch self {
        case .complete, .endedByClose: true
        default: false
        }
    }
}
