public import AdapterProtocol

/// What a client can know of an answer that was ended this way (oracle table 1).
///
/// A pure function of what the server really did; the same function foretells a run and judges it.
public struct FramingOracle: Hashable, Sendable {
    /// How the end of the body is marked; nil where there is no body at all (HEAD, 204, 304).
    public var framing: Answer.Framing?
    /// Where the exchange stopped, and how.
    public var end: ExchangeEnd
    /// What the content was coded as, where it was coded; any sound form stands for one that was negotiated.
    public var form: EncodingRule.Form?
    /// Whether the request's method is idempotent.
    public var isIdempotent: Bool
    /// Whether its connection had carried a request before.
    public var isReused: Bool

    /// Makes a case of the table.
    public init(
        framing: Answer.Framing?, end: ExchangeEnd, form: EncodingRule.Form? = nil, isIdempotent: Bool = true,
        isReused: Bool = false
    ) {
        self.framing = framing
        self.end = end
        self.form = form
        self.isIdempotent = isIdempotent
        self.isReused = isReused
    }

    /// What the client must report.
    public var prospect: Prospect {
        switch end {
        case .finished: return decoded
        case .cut(let cut, let place): return prospect(cut, place)
        }
    }

    private func prospect(_ cut: Step.Cut, _ place: ExchangeEnd.Place) -> Prospect {
        switch place {
        case .beforeHead:
            // RFC 9112 §9.3.1: tried once more, on a new connection.
            return isIdempotent && isReused ? .triedAgain : .failed([.connectionLost], .none)
        case .inHead: return .failed([.connectionLost], .none)
        case .inBody:
            guard isUnmarked(cut) else { return .failed(kinds(of: cut), bytes(of: cut)) }
            // The framing marks no end, but the code has one of its own.
            return form == nil ? .complete(.allSent) : .failed([.decode, .incompleteBody], .prefixOfSent)
        case .atEnd(let marked): return atEnd(cut, marked: marked)
        case .behindEnd: return cut == .rst ? .either(failed: [.connectionLost], .prefixOfSent) : decoded
        }
    }

    /// All content was sent; `marked` bytes of what marks its end, too.
    private func atEnd(_ cut: Step.Cut, marked: Int64) -> Prospect {
        switch framing {
        case .chunked:
            // `0 CRLF` without the CRLF that ends the trailer section is complete for some (RFC 9112 §8).
            let isNearlyDone = cut == .fin && marked >= 3
            return isNearlyDone
                ? .either(failed: [.incompleteBody], .allSent) : .failed(kinds(of: cut), bytes(of: cut))
        case .untilClose: return cut == .fin ? decoded : .failed([.connectionLost], .prefixOfSent)
        case .length, nil:
            // The last byte was the mark; a reset may have destroyed it.
            return cut == .fin ? decoded : .either(failed: [.connectionLost], .prefixOfSent)
        }
    }

    /// A FIN is the mark of this framing: nobody can tell a cut from the end.
    private func isUnmarked(_ cut: Step.Cut) -> Bool { framing == .untilClose && cut == .fin }

    private func kinds(of cut: Step.Cut) -> Set<ErrorKind> { cut == .fin ? [.incompleteBody] : [.connectionLost] }

    private func bytes(of cut: Step.Cut) -> Prospect.Bytes { cut == .fin ? .allSent : .prefixOfSent }

    /// The whole message arrived; its coding may still be broken.
    private var decoded: Prospect {
        switch form {
        case .gzipTruncated, .gzipBadChecksum, .gzipJunkAfter: .failed([.decode], .prefixOfSent)
        case .gzip, .gzipTwoMembers, .deflateRaw, nil: .complete(.allSent)
        }
    }
}

/// How an exchange was over for the server.
public enum ExchangeEnd: Hashable, Sendable {
    /// Everything was sent, the mark of the end too.
    case finished
    /// The connection was cut.
    case cut(Step.Cut, Place)

    /// How far an answer had come.
    public enum Place: Hashable, Sendable {
        /// Nothing was sent.
        case beforeHead
        /// A part of the head was sent.
        case inHead
        /// The head was sent, and a part of the content, perhaps nothing.
        case inBody
        /// All content was sent, and so many bytes of what marks its end.
        case atEnd(marked: Int64)
        /// The mark of the end was sent.
        case behindEnd
    }
}

/// What a correct client reports of an answer.
public enum Prospect: Hashable, Sendable {
    /// Success with these bytes.
    case complete(Bytes)
    /// Failure of one of these kinds, with these bytes.
    case failed(Set<ErrorKind>, Bytes)
    /// Both are right: success with all bytes, or failure of one of these kinds with these bytes.
    case either(failed: Set<ErrorKind>, Bytes)
    /// The request is sent once more, on a new connection.
    case triedAgain

    /// Which bytes the application has.
    public enum Bytes: Hashable, Sendable {
        /// None.
        case none
        /// Everything that was sent, decoded.
        case allSent
        /// The beginning of what was sent, perhaps all of it, decoded.
        case prefixOfSent
    }

    /// Whether success is right.
    public var mayComplete: Bool {
        switch self {
        case .complete, .either: true
        case .failed, .triedAgain: false
        }
    }

    /// The kinds of failure that are right.
    public var kinds: Set<ErrorKind> {
        switch self {
        case .failed(let kinds, _), .either(let kinds, _): kinds
        case .complete, .triedAgain: []
        }
    }
}
