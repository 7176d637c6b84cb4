internal import HTTPMessages
internal import HTTPWire
internal import Scenarios

/// A small plain answer as one array of bytes, head and content, good for one second of Date.
///
/// Most requests of a loaded server ask for such an answer; making it once a second instead of once a request halves the
/// work. It comes from the same planner as every other answer.
final class PreparedAnswer {
    /// The largest content that is worth keeping.
    static let largestContent: Int64 = 16 << 10

    /// The name of the resource in the scenario.
    let resource: String
    /// The path that is asked for.
    let path: String
    /// Counts the requests.
    let ledger: AttemptLedger
    /// The second of Date.
    let date: HTTPDate
    /// Everything that is sent.
    let bytes: [UInt8]
    /// How much of it is content.
    let contentLength: Int
    /// The head, for the journal.
    let response: ExchangeRecord.Response
    /// The version, for the journal.
    let representation: ExchangeRecord.Representation

    init(
        resource: String, path: String, ledger: AttemptLedger, date: HTTPDate, bytes: [UInt8], contentLength: Int,
        response: ExchangeRecord.Response, representation: ExchangeRecord.Representation
    ) {
        self.resource = resource
        self.path = path
        self.ledger = ledger
        self.date = date
        self.bytes = bytes
        self.contentLength = contentLength
        self.response = response
        self.representation = representation
    }

    /// Where the content begins.
    var headLength: Int { bytes.count - contentLength }

    /// Whether a request can be given a prepared answer: nothing in it asks for another than the plain whole.
    static func suits(_ request: IncomingRequest) -> Bool {
        let head = request.head
        guard request.keepsAlive, request.framing == .none, head.version == .http11, head.method == .get else {
            return false
        }
        for field in head.fields {
            guard let first = field.name.utf8.first else { continue }
            switch first | 0x20 {
            case 0x72: if field.isNamed("Range") { return false }
            case 0x69: if field.name.utf8.dropFirst(2).first == 0x2D { return false }  // If-…
            case 0x65: if field.isNamed("Expect") { return false }
            default: break
            }
        }
        return true
    }
}

extension Answer {
    /// Whether the answer is the same for every plain request, without anything on its way.
    var isPlain: Bool {
        script.isEmpty && pace == nil && split == nil && raw == nil && early == nil && auth == nil
            && !cors && framing == .length && version == .http11 && encoding == .none
    }
}
