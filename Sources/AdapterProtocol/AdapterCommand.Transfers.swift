extension AdapterCommand {
    /// A transfer to begin.
    public struct Start: Sendable, Hashable, Codable {
        /// The transfer's name; it is also sent to the server as `Sluice-Transfer`.
        public var t: String
        /// The URL as the application would give it.
        public var url: String
        /// The request's method.
        public var method: String
        /// The application's own fields.
        public var headers: [HeaderField]
        /// The request's body, if it has one.
        public var body: RequestBody?
        /// What else is wanted.
        public var options: TransferOptions

        /// Makes the order.
        public init(
            t: String, url: String, method: String = "GET", headers: [HeaderField] = [], body: RequestBody? = nil,
            options: TransferOptions = .init()
        ) {
            self.t = t
            self.url = url
            self.method = method
            self.headers = headers
            self.body = body
            self.options = options
        }

        enum CodingKeys: String, CodingKey {
            case t, url, method, headers, body
        }

        /// Reads the JSON form.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            t = try fields.decode(String.self, forKey: .t)
            url = try fields.decode(String.self, forKey: .url)
            method = try fields.decodeIfPresent(String.self, forKey: .method) ?? "GET"
            headers = try fields.decodeIfPresent([HeaderField].self, forKey: .headers) ?? []
            body = try fields.decodeIfPresent(RequestBody.self, forKey: .body)
            options = try TransferOptions(from: decoder)
        }

        /// Writes the JSON form.
        public func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(t, forKey: .t)
            try fields.encode(url, forKey: .url)
            try fields.encode(method, forKey: .method)
            try fields.encode(headers, forKey: .headers)
            try fields.encodeIfPresent(body, forKey: .body)
            try options.encode(to: encoder)
        }
    }

    /// A transfer that goes on where another stopped; it has no URL and no fields of its own.
    public struct Resume: Sendable, Hashable, Codable {
        /// The new transfer's name.
        public var t: String
        /// The resume material, exactly as the adapter gave it.
        public var from: String
        /// What else is wanted.
        public var options: TransferOptions

        /// Makes the order.
        public init(t: String, from: String, options: TransferOptions = .init()) {
            self.t = t
            self.from = from
            self.options = options
        }

        enum CodingKeys: String, CodingKey {
            case t, from
        }

        /// Reads the JSON form.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            t = try fields.decode(String.self, forKey: .t)
            from = try fields.decode(String.self, forKey: .from)
            options = try TransferOptions(from: decoder)
        }

        /// Writes the JSON form.
        public func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(t, forKey: .t)
            try fields.encode(from, forKey: .from)
            try options.encode(to: encoder)
        }
    }

    /// What `start` and `resume` have in common.
    public struct TransferOptions: Sendable, Hashable, Codable {
        /// The session; the client's default one when absent.
        public var session: String?
        /// Where the body goes.
        public var sink: Sink
        /// The file for ``Sink/file``, where the client lets the application choose.
        public var path: String?
        /// Whether the transfer is made but not begun.
        public var suspended: Bool
        /// What is put to the application.
        public var ask: [Question]
        /// How much is told about the bytes.
        public var report: Report
        /// After so many bytes the application reads no more until it gets credit.
        public var stopAfter: Int?
        /// What the cache may do.
        public var cache: CacheUse?

        /// Where a body goes.
        public enum Sink: String, Sendable, Hashable, Codable {
            /// The application gets the bytes.
            case memory
            /// The client writes them to a file.
            case file
        }

        /// What a client can ask its application.
        public enum Question: String, Sendable, Hashable, Codable, CaseIterable {
            /// Whether to follow.
            case redirect
            /// What to do with a response.
            case response
            /// Who is asking.
            case challenge
        }

        /// What the cache may do.
        public enum CacheUse: String, Sendable, Hashable, Codable, CaseIterable {
            /// Nothing from the cache.
            case reload
            /// From the cache even when stale.
            case prefer
            /// Only from the cache.
            case only
        }

        /// Makes options.
        public init(
            session: String? = nil, sink: Sink = .memory, path: String? = nil, suspended: Bool = false,
            ask: [Question] = [], report: Report = .init(), stopAfter: Int? = nil, cache: CacheUse? = nil
        ) {
            self.session = session
            self.sink = sink
            self.path = path
            self.suspended = suspended
            self.ask = ask
            self.report = report
            self.stopAfter = stopAfter
            self.cache = cache
        }

        enum CodingKeys: String, CodingKey {
            case session, sink, path, suspended, ask, report, cache
            case stopAfter = "stop_after"
        }

        /// Reads the JSON form.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            session = try fields.decodeIfPresent(String.self, forKey: .session)
            sink = try fields.decodeIfPresent(Sink.self, forKey: .sink) ?? .memory
            path = try fields.decodeIfPresent(String.self, forKey: .path)
            suspended = try fields.decodeIfPresent(Bool.self, forKey: .suspended) ?? false
            ask = try fields.decodeIfPresent([Question].self, forKey: .ask) ?? []
            report = try fields.decodeIfPresent(Report.self, forKey: .report) ?? Report()
            stopAfter = try fields.decodeIfPresent(Int.self, forKey: .stopAfter)
            cache = try fields.decodeIfPresent(CacheUse.self, forKey: .cache)
        }
    }

    /// How much is told about the bytes of a transfer.
    public struct Report: Sendable, Hashable, Codable {
        /// What each `bytes` event carries besides its counts.
        public var chunks: Chunks
        /// Whether the client's progress API is reported too.
        public var progress: Bool

        /// What each `bytes` event carries.
        public enum Chunks: String, Sendable, Hashable, Codable {
            /// Counts only.
            case size
            /// The SHA-256 of the piece.
            case hash
            /// The piece itself.
            case data
        }

        /// Makes a report order.
        public init(chunks: Chunks = .size, progress: Bool = true) {
            self.chunks = chunks
            self.progress = progress
        }
    }

    /// A request's body.
    public struct RequestBody: Sendable, Hashable, Codable {
        /// How the client is given it.
        public var from: Source
        /// The bytes, in base64, up to 512 KiB.
        public var data: String?
        /// A file with the bytes.
        public var path: String?
        /// A computed body.
        public var pattern: Pattern?

        /// How a client is given a body.
        public enum Source: String, Sendable, Hashable, Codable {
            /// In memory.
            case data
            /// As a file.
            case file
            /// As a stream of unknown length.
            case stream
        }

        /// The start of an endless stream per seed.
        public struct Pattern: Sendable, Hashable, Codable {
            /// How many bytes.
            public var size: Int
            /// Which stream.
            public var seed: UInt64

            /// Makes a pattern.
            public init(size: Int, seed: UInt64) {
                self.size = size
                self.seed = seed
            }
        }

        /// Makes a body.
        public init(from source: Source, data: String? = nil, path: String? = nil, pattern: Pattern? = nil) {
            self.from = source
            self.data = data
            self.path = path
            self.pattern = pattern
        }
    }
}
