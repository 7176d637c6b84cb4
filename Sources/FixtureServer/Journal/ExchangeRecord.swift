/// One request and its answer as the server saw them: everything that was read, written, held, cut, and how it ended.
///
/// Times are real (never scaled), monotonic, and count from the start of the instance.
public struct ExchangeRecord: Identifiable, Sendable, Codable {
    /// The number within the instance.
    public let id: ExchangeID
    /// The connection that carried it.
    public let connection: ConnectionID
    /// The place among the connection's exchanges, from 1; above 1 the connection was reused.
    public let number: Int
    /// The origin whose port the client connected to.
    public let origin: String
    /// When the request's head was complete.
    public let started: Duration

    /// What was asked.
    public var request: Request
    /// The scenario's name of the resource that answered (`/photo.jpg`, `//other/b`), or nil for a path it does not name.
    public var resource: String?
    /// The path that was asked for; below a `*` resource each path is a resource of its own.
    public var path: String?
    /// The place among the requests for that path, from 1: the `#2` of `/photo.jpg#2`.
    public var occurrence: Int?
    /// The index of the attempt that answered, or nil when the resource itself did.
    public var attempt: Int?

    /// The answer's head as sent, or nil while none was.
    public var response: Response?
    /// How the body's end is marked.
    public var framing: Framing = .none
    /// The version of the representation that the answer came from, or nil when it came from none.
    public var representation: Representation?
    /// How the body is coded, or nil when it is not; everything here counts the bytes that are coded.
    public var coding: Coding?
    /// The part of the representation that the answer's body is, or nil when there is no such body.
    public var served: Range<Int64>?

    /// Every write, in order, with what the kernel took.
    public var writes: [Write] = []
    /// How many of the earliest writes were forgotten to keep the journal bounded.
    public var writesDropped = 0
    /// The write that found the connection gone, or nil when none did.
    public var failedWrite: FailedWrite?
    /// How many bytes the kernel took in all, head and framing included.
    public var sent: Int64 = 0
    /// The gates reached, in order.
    public var holds: [Hold] = []
    /// The pauses made, in order.
    public var pauses: [Pause] = []
    /// How the paces were kept, in order; a step may change the pace.
    public var paces: [Pacing] = []
    /// The cut, once made.
    public var cut: Cut?
    /// How many bytes of the representation the kernel took; of a coded one, as many as the coder had read by then.
    public var bodySent: Int64 = 0
    /// Tells whether the mark that ends the body was sent: the last length byte, the last chunk, the FIN of an `until-close` body.
    public var framingComplete = false

    /// When the exchange was over for the server, or nil while it is running.
    public var ended: Duration?
    /// Why it was over, or nil while it is running.
    public var reason: EndReason?
    /// The bytes that the peer's kernel had not acknowledged when it was over, or nil where the system does not tell.
    public var unacknowledged: Int?
    /// How and when the peer left during the exchange, or nil when it stayed.
    public var departure: Departure?
    /// What the scenario asked for and the exchange never came to: "cut at 60 % not reached: the client left at 41 %".
    public var withoutEffect: [String] = []

    /// Begins a record.
    public init(
        id: ExchangeID, connection: ConnectionID, number: Int, origin: String, started: Duration, request: Request
    ) {
        self.id = id
        self.connection = connection
        self.number = number
        self.origin = origin
        self.started = started
        self.request = request
    }

    /// How many bytes the peer's kernel had acknowledged when it was over, or nil where nobody looked.
    public var acknowledged: Int64? { unacknowledged.map { max(0, sent - Int64($0)) } }

    /// The value of the request's `Sluice-Transfer`, which ties the exchange to a client's transfer.
    public var transfer: String? { request.transfer }

    /// When the last write ended, or nil when nothing was written.
    public var lastWrite: Duration? { writes.last?.time }
}
