internal import HTTPMessages

/// What is to be sent for one request, decided before the first byte of it.
struct AnswerPlan: Hashable, Sendable {
    /// A stretch of the content.
    enum Segment: Hashable, Sendable {
        /// Bytes that belong to no representation: an error's text, the head of a part.
        case bytes([UInt8])
        /// Bytes of the representation; an upper bound of `Int64.max` never ends.
        case representation(Range<Int64>)

        /// How many bytes there are, or nil for a stretch that never ends.
        var length: Int64? {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .representation(let range): range.upperBound == .max ? nil : range.upperBound - range.lowerBound
            }
        }
    }

    /// The head, or nil where raw bytes take the place of a whole answer.
    var head: HTTPResponseHead?
    /// How the end of the content is marked.
    var framing: ExchangeRecord.Framing
    /// The content; empty for HEAD, 204 and 304.
    var content: [Segment]
    /// Whether the connection can carry another exchange.
    var keepsConnection: Bool
    /// How the representation is coded, or nil where it is sent as it is.
    var coding: BodyCoding?

    /// How long the content is, heads of parts included, or nil when it never ends.
    var contentLength: Int64? {
        content.reduce(0) { sum, segment in sum.flatMap { sum in segment.length.map { sum + $0 } } }
    }

    /// The part of the representation that is sent, when it is one part.
    var served: Range<Int64>? {
        var only: Range<Int64>?
        for case .representation(let range) in content {
            guard only == nil else { return nil }
            only = range
        }
        return only
    }
}
