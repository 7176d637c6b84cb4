public import HTTPMessages

extension ExchangeRecord {
    /// A request as received.
    public struct Request: Hashable, Sendable, Codable {
        /// The head's bytes, blank line included.
        public var bytes: WireBytes
        /// The head as read, or nil when it could not be.
        public var head: HTTPRequestHead?
        /// The value of `Sluice-Transfer`.
        public var transfer: String?
        /// How many bytes of content followed, without what frames chunks; those behind an early answer count too.
        ///
        /// Content is never gathered: it is counted, digested and dropped, at most 64 KiB at a time.
        public var bodyReceived: Int64 = 0
        /// The lower-case hex SHA-256 of the content, once all of it came; nil without content.
        public var bodySHA256: String?
        /// What was wrong with the request, when it was refused.
        public var problem: String?

        /// Describes a request.
        public init(bytes: WireBytes, head: HTTPRequestHead?, problem: String? = nil) {
            self.bytes = bytes
            self.head = head
            self.transfer = head?.fields.first("Sluice-Transfer")
            self.problem = problem
        }
    }

    /// An answer's head as sent.
    public struct Response: Hashable, Sendable, Codable {
        /// The head's bytes, blank line included; not all of them were sent when the answer was cut inside.
        public var bytes: WireBytes
        /// The head that the bytes encode.
        public var head: HTTPResponseHead

        /// Describes a head.
        public init(bytes: WireBytes, head: HTTPResponseHead) {
            self.bytes = bytes
            self.head = head
        }
    }

    /// How the end of a body is marked (RFC 9112 §6.3).
    public enum Framing: String, Sendable, Codable {
        /// There is no body: HEAD, 1xx, 204, 304.
        case none
        /// By Content-Length.
        case length
        /// By the last chunk.
        case chunked
        /// By the end of the connection.
        case untilClose = "until-close"
    }

    /// The content coding of an answer.
    public struct Coding: Hashable, Sendable, Codable {
        /// What Content-Encoding says: `gzip`, `deflate` or `br`.
        public var name: String
        /// The form that the scenario asks for whatever the request says, such as `truncated`; nil when it was negotiated.
        public var form: String?

        /// Describes a coding.
        public init(name: String, form: String? = nil) {
            self.name = name
            self.form = form
        }
    }

    /// A version of a resource's representation.
    public struct Representation: Hashable, Sendable, Codable {
        /// The key for ``Instance/digest(of:prefix:)`` and ``Instance/bytes(of:range:)``.
        public var id: RepresentationID
        /// The entity tag sent with it, or nil.
        public var etag: EntityTag?
        /// The Last-Modified sent with it, or nil.
        public var lastModified: String?
        /// The length of the whole, or nil for an endless one.
        public var length: Int64?
        /// The lower-case hex SHA-256 of the whole; a snapshot fills it in, an endless representation has none.
        public var sha256: String?

        /// Describes a version.
        public init(
            id: RepresentationID, etag: EntityTag? = nil, lastModified: String? = nil, length: Int64?,
            sha256: String? = nil
        ) {
            self.id = id
            self.etag = etag
            self.lastModified = lastModified
            self.length = length
            self.sha256 = sha256
        }
    }

    /// One write to the socket.
    public struct Write: Hashable, Sendable, Codable {
        /// When the kernel took the bytes.
        public var time: Duration
        /// The representation's offset of the first body byte in it, or nil when it has none (head, framing, raw bytes).
        public var offset: Int64?
        /// How many of its bytes belong to the representation; of a coded one, how much the coder had read for them.
        public var body: Int
        /// How many bytes were offered, framing included.
        public var length: Int
        /// How many of them the kernel took; fewer when the connection ended meanwhile.
        public var taken: Int

        /// Describes a write.
        public init(time: Duration, offset: Int64?, body: Int, length: Int, taken: Int) {
            self.time = time
            self.offset = offset
            self.body = body
            self.length = length
            self.taken = taken
        }
    }

    /// A gate reached.
    public struct Hold: Hashable, Sendable, Codable {
        /// The gate.
        public var gate: String
        /// Where, as the scenario writes it: `25%`, `head+20B`.
        public var position: String
        /// The representation's offset of the next byte, or nil where there is none (before the head, no body).
        public var offset: Int64?
        /// When it was reached.
        public var time: Duration
        /// When the gate let the exchange go on, or nil when it never did; equal to `time` when the gate was open.
        public var released: Duration?
    }

    /// A pause made.
    public struct Pause: Hashable, Sendable, Codable {
        /// Where, as the scenario writes it.
        public var position: String
        /// When it began.
        public var time: Duration
        /// How long the scenario wants it.
        public var planned: Duration
        /// How long it was.
        public var actual: Duration?
    }

    /// A cut made.
    public struct Cut: Hashable, Sendable, Codable {
        /// How a connection is cut.
        public enum Kind: String, Sendable, Codable {
            /// The orderly end, after everything written was delivered.
            case fin
            /// The reset.
            case rst
        }

        /// How.
        public var kind: Kind
        /// Where, as the scenario writes it.
        public var position: String
        /// The representation's offset of the first byte not sent, or nil where there is none.
        public var offset: Int64?
        /// When.
        public var time: Duration
        /// The bytes that the peer's kernel had not acknowledged at that moment: what a reset may have destroyed.
        public var unacknowledged: Int?
    }

    /// How the peer left.
    public struct Departure: Hashable, Sendable, Codable {
        /// The sign it gave.
        public enum Kind: String, Sendable, Codable {
            /// The orderly end of its sending side.
            case fin
            /// A reset.
            case rst
        }

        /// The sign.
        public var kind: Kind
        /// When it was seen.
        public var time: Duration
        /// How long after the last write, or nil when nothing had been written.
        public var silence: Duration?
        /// How many bytes of the representation the kernel had taken by then.
        public var bodySent: Int64
        /// How many bytes of the connection the peer's kernel had not acknowledged by then.
        public var unacknowledged: Int?
    }

    /// Why an exchange was over.
    public enum EndReason: String, Sendable, Codable {
        /// The whole answer was sent.
        case complete
        /// The script cut it.
        case cut
        /// The peer left before the answer was sent.
        case left
        /// The request could not be read; it was answered and the connection closed.
        case refused
        /// The peer was silent, or took nothing, for longer than the configuration allows.
        case timeout
        /// The instance ended.
        case stopped
        /// The server could not produce the answer, for a reason of its own.
        case failed
    }
}

/// The key of a version of a representation within an instance.
public struct RepresentationID: Hashable, Sendable, Codable {
    /// The number within the instance.
    public let number: Int

    /// Names the version of this number.
    public init(_ number: Int) {
        self.number = number
    }

    /// Reads the bare number.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    /// Writes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
