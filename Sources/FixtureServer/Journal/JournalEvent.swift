/// Something that happened in an instance, told as it happens.
public struct JournalEvent: Hashable, Sendable {
    /// The place among the instance's events, from 0, without gaps.
    public var number: Int
    /// When, counted from the start of the instance.
    public var time: Duration
    /// The connection it happened on, or nil for the instance itself.
    public var connection: ConnectionID?
    /// The exchange it belongs to.
    public var exchange: ExchangeID?
    /// The client's transfer that the exchange is tied to.
    public var transfer: String?
    /// What happened.
    public var kind: Kind

    /// What can happen.
    public enum Kind: Hashable, Sendable {
        /// A connection to this origin was accepted.
        case opened(origin: String)
        /// A request's head was read; `resource` is nil for a path that the scenario does not name.
        case requested(method: String, target: String, resource: String?)
        /// The kernel took bytes; `offset` is the representation's of the first body byte, nil for head and framing.
        case wrote(offset: Int64?, body: Int, bytes: Int)
        /// A gate was reached with `offset` as the representation's next byte and `sent` bytes of it taken in this exchange.
        case held(gate: String, offset: Int64?, sent: Int64)
        /// A gate let the exchange go on.
        case released(gate: String)
        /// The socket took nothing more: the client does not read.
        case stalled(offset: Int64?)
        /// The connection was cut by the script.
        case cut(ExchangeRecord.Cut.Kind, offset: Int64?)
        /// The exchange is over.
        case ended(ExchangeRecord.EndReason)
        /// The peer left.
        case left(ExchangeRecord.Departure.Kind)
        /// The server is done with the connection.
        case closed
        /// Connections to this origin are refused from now on.
        case down(origin: String)
        /// Connections to this origin are accepted again.
        case up(origin: String)
        /// So many events before the next one were forgotten before this reader came to them.
        case missed(Int)
        /// The instance ended; nothing follows.
        case finished
    }
}
