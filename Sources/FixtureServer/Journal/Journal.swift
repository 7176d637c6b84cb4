/// What an instance did and saw: a snapshot of its exchanges and connections.
///
/// The history is bounded (``FixtureServer/Configuration/Limits``); what was dropped to keep it so is counted.
public struct Journal: Sendable, Codable {
    /// The instance.
    public var instance: String
    /// The scenario it plays.
    public var scenario: String
    /// The seed of everything random in it.
    public var seed: UInt64
    /// How long the instance had lived when the snapshot was taken.
    public var lived: Duration
    /// The exchanges, in the order of their requests.
    public var exchanges: [ExchangeRecord]
    /// The connections, in the order of accepting.
    public var connections: [ConnectionRecord]
    /// How many exchanges were forgotten.
    public var exchangesDropped: Int
    /// How many connections were forgotten.
    public var connectionsDropped: Int
    /// How many connections were turned away because there were too many at once.
    public var connectionsRefused: Int
    /// The indices of the attempts never taken, by resource.
    public var attemptsUnused: [String: [Int]]
    /// How many times faster than real time the scenario's time passed; 0 where it was moved by hand.
    public var speed = 1.0

    /// When origins refused connections, in order.
    public var outages: [Outage] = []

    /// A time in which an origin refused connections.
    public struct Outage: Hashable, Sendable, Codable {
        /// The origin.
        public var origin: String
        /// When it began.
        public var began: Duration
        /// When connections were accepted again, or nil while they are not.
        public var ended: Duration?
    }

    /// The journal of an instance that nothing is known of any more.
    static func empty(_ instance: String) -> Journal {
        Journal(
            instance: instance, scenario: "", seed: 0, lived: .zero, exchanges: [], connections: [],
            exchangesDropped: 0, connectionsDropped: 0, connectionsRefused: 0, attemptsUnused: [:])
    }

    /// The exchanges of one resource, in order.
    public func exchanges(of resource: String) -> [ExchangeRecord] {
        exchanges.filter { $0.resource == resource }
    }

    /// The exchanges of one transfer of the client, in order.
    public func exchanges(ofTransfer transfer: String) -> [ExchangeRecord] {
        exchanges.filter { $0.transfer == transfer }
    }

    /// The exchange of this number, unless it was forgotten.
    public subscript(id: ExchangeID) -> ExchangeRecord? {
        exchanges.first { $0.id == id }
    }
}
