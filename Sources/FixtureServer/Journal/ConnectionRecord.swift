/// One accepted connection.
public struct ConnectionRecord: Identifiable, Sendable, Codable {
    /// The number within the instance.
    public let id: ConnectionID
    /// The origin whose port was connected to.
    public let origin: String
    /// When it was accepted.
    public let opened: Duration
    /// How many requests came over it, without those to the control API.
    public var requests = 0
    /// The gates at which it was held before anything was read from it, in order.
    public var holds: [ExchangeRecord.Hold] = []
    /// The pauses made before anything was read from it, in order.
    public var pauses: [ExchangeRecord.Pause] = []
    /// The cut before anything was read from it, or nil when there was none.
    public var cut: ExchangeRecord.Cut?
    /// Whether a request to the control API came over it.
    public var isControl = false
    /// How many bytes the kernel took in all, without those of the control API.
    public var sent: Int64 = 0
    /// How many of them the peer's kernel had not acknowledged when the connection was closed, or nil where nobody looked.
    public var unacknowledged: Int?
    /// How and when the peer left, or nil when it had not when the connection was closed.
    public var departure: ExchangeRecord.Departure?
    /// When the server was done with it.
    public var closed: Duration?
}
