extension AdapterEvent {
    /// The final response of a transfer.
    public struct Head: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// The status.
        public var status: Int
        /// The version, such as `1.1`.
        public var http: String?
        /// The fields in wire order.
        public var headers: [HeaderField]
        /// The complete length (on a 206 too), none when unknown or coded; as sent for HEAD, 0 for 204 and 304.
        @OrNull public var expected: Int?
        /// The URL that was answered in the end.
        public var finalURL: String?
        /// Of a resumed transfer: how many bytes were kept.
        public var resumedAt: Int?

        /// Makes a head.
        public init(
            t: String, status: Int, http: String? = nil, headers: [HeaderField] = [], expected: Int?,
            finalURL: String? = nil, resumedAt: Int? = nil
        ) {
            self.t = t
            self.status = status
            self.http = http
            self.headers = headers
            self._expected = OrNull(wrappedValue: expected)
            self.finalURL = finalURL
            self.resumedAt = resumedAt
        }

        enum CodingKeys: String, CodingKey {
            case t, status, http, headers, expected
            case finalURL = "final_url"
            case resumedAt = "resumed_at"
        }

        /// Reads the JSON form; an adapter that sees no fields may leave them out.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            t = try fields.decode(String.self, forKey: .t)
            status = try fields.decode(Int.self, forKey: .status)
            http = try fields.decodeIfPresent(String.self, forKey: .http)
            headers = try fields.decodeIfPresent([HeaderField].self, forKey: .headers) ?? []
            _expected = try fields.decode(OrNull<Int>.self, forKey: .expected)
            finalURL = try fields.decodeIfPresent(String.self, forKey: .finalURL)
            resumedAt = try fields.decodeIfPresent(Int.self, forKey: .resumedAt)
        }
    }

    /// A piece of the body.
    public struct Bytes: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// The piece's size.
        public var count: Int
        /// All bytes of the representation so far, what was held before a resume included.
        public var total: Int
        /// Where in the representation this piece begins.
        public var from: Int
        /// The piece's SHA-256, when asked for.
        public var hash: String?
        /// The piece in base64, when asked for.
        public var data: String?

        /// Makes a piece.
        public init(t: String, count: Int, total: Int, from: Int, hash: String? = nil, data: String? = nil) {
            self.t = t
            self.count = count
            self.total = total
            self.from = from
            self.hash = hash
            self.data = data
        }
    }

    /// What the client's progress API said, apart from the bytes.
    public struct Progress: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// How much it says is done.
        public var done: Int
        /// The total it says, none when it says that it does not know.
        @OrNull public var expected: Int?
        /// The fraction it says.
        public var fraction: Double?

        /// Makes a progress report.
        public init(t: String, done: Int, expected: Int?, fraction: Double? = nil) {
            self.t = t
            self.done = done
            self._expected = OrNull(wrappedValue: expected)
            self.fraction = fraction
        }
    }

    /// Upload progress.
    public struct Sent: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// How much it says is sent.
        public var done: Int
        /// The total it says.
        @OrNull public var expected: Int?

        /// Makes an upload report.
        public init(t: String, done: Int, expected: Int?) {
            self.t = t
            self.done = done
            self._expected = OrNull(wrappedValue: expected)
        }
    }

    /// Resume material, once and before the end.
    public struct ResumeData: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// The material in base64, none when there is none.
        @OrNull public var value: String?
        /// How many bytes it says are held.
        public var bytesHeld: Int?
        /// The partial file.
        public var partial: String?

        /// Makes the event.
        public init(t: String, value: String?, bytesHeld: Int? = nil, partial: String? = nil) {
            self.t = t
            self._value = OrNull(wrappedValue: value)
            self.bytesHeld = bytesHeld
            self.partial = partial
        }

        enum CodingKeys: String, CodingKey {
            case t, value, partial
            case bytesHeld = "bytes_held"
        }
    }

    /// The file that the client wrote.
    public struct File: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// Where it lies while the event is written.
        public var path: String
        /// Its size.
        public var size: Int
        /// The name that the client suggests.
        public var filename: String?

        /// Makes the event.
        public init(t: String, path: String, size: Int, filename: String? = nil) {
            self.t = t
            self.path = path
            self.size = size
            self.filename = filename
        }
    }

    /// The end of a transfer.
    public struct End: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// How it ended.
        public var outcome: Outcome
        /// All bytes that the application was given, after a failure or cancel too.
        public var total: Int
        /// SHA-256 of these bytes.
        public var hash: String?
        /// What the client said of a failure.
        public var error: Failure?

        /// How a transfer can end.
        public enum Outcome: String, Sendable, Hashable, Codable {
            /// The client says it has everything.
            case complete
            /// The application stopped it.
            case cancelled
            /// Anything else.
            case failed
        }

        /// Makes an end.
        public init(t: String, outcome: Outcome, total: Int, hash: String? = nil, error: Failure? = nil) {
            self.t = t
            self.outcome = outcome
            self.total = total
            self.hash = hash
            self.error = error
        }
    }

    /// What a client says of a failure.
    public struct Failure: Sendable, Hashable, Codable {
        /// The kind, as the adapter reads it.
        public var kind: ErrorKind
        /// The client's own code.
        public var code: Int?
        /// The client's own words.
        public var message: String?
        /// Whose codes these are; only `NSURLErrorDomain` is ever compared.
        public var domain: String?
        /// Bytes that had been handed over before.
        public var afterBytes: Int?

        /// Makes a failure.
        public init(
            kind: ErrorKind, code: Int? = nil, message: String? = nil, domain: String? = nil, afterBytes: Int? = nil
        ) {
            self.kind = kind
            self.code = code
            self.message = message
            self.domain = domain
            self.afterBytes = afterBytes
        }

        enum CodingKeys: String, CodingKey {
            case kind, code, message, domain
            case afterBytes = "after_bytes"
        }
    }

    /// What the API says of a transfer when asked.
    public struct Snapshot: Sendable, Hashable, Codable {
        /// The transfer.
        public var t: String
        /// Bytes it says were received.
        public var received: Int
        /// The total it says.
        @OrNull public var expected: Int?
        /// The state in the client's own word.
        public var state: String

        /// Makes a snapshot.
        public init(t: String, received: Int, expected: Int?, state: String) {
            self.t = t
            self.received = received
            self._expected = OrNull(wrappedValue: expected)
            self.state = state
        }
    }
}
