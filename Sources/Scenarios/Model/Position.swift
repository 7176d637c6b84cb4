/// A moment on an answer's way, in wire order.
public enum Position: Hashable, Sendable {
    /// The request's head was read, and so much of its body.
    case request(Int64)
    /// So much of the answer's head was sent; 0 is before anything.
    case head(Int64)
    /// The whole head was sent.
    case body
    /// The body was sent up to here.
    case offset(Offset)
    /// The content was sent, the last chunk or FIN was not; of what follows so much was.
    case end(Int64)
    /// All was sent, the connection is idle.
    case done

    /// The rank of the kind in wire order; positions of one rank are ordered by their bytes.
    public var rank: Int {
        switch self {
        case .request: 0
        case .head: 1
        case .body: 2
        case .offset: 3
        case .end: 4
        case .done: 5
        }
    }
}
