extension AdapterEvent {
    /// How an adapter introduces itself and its client.
    public struct Hello: Sendable, Hashable, Codable {
        /// The protocol version that will be spoken.
        public var `protocol`: Int
        /// Who is under test.
        public var client: Client
        /// What it can do.
        public var caps: Capabilities
        /// How finely it can be observed.
        public var limits: Limits

        /// Makes the greeting.
        public init(protocol: Int = 1, client: Client, caps: Capabilities, limits: Limits = .init()) {
            self.protocol = `protocol`
            self.client = client
            self.caps = caps
            self.limits = limits
        }

        enum CodingKeys: String, CodingKey {
            case `protocol`, client, caps, limits
        }

        /// Reads the JSON form.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            `protocol` = try fields.decode(Int.self, forKey: .protocol)
            client = try fields.decode(Client.self, forKey: .client)
            caps = try fields.decodeIfPresent(Capabilities.self, forKey: .caps) ?? Capabilities()
            limits = try fields.decodeIfPresent(Limits.self, forKey: .limits) ?? Limits()
        }
    }

    /// Who is under test.
    public struct Client: Sendable, Hashable, Codable {
        /// The name that known-failures files and reports use.
        public var name: String
        /// The version.
        public var version: String
        /// The language that its applications are written in.
        public var language: String?
        /// Where it lives.
        public var home: String?

        /// Makes an introduction.
        public init(name: String, version: String, language: String? = nil, home: String? = nil) {
            self.name = name
            self.version = version
            self.language = language
            self.home = home
        }
    }

    /// How finely a client can be observed.
    public struct Limits: Sendable, Hashable, Codable {
        /// So many bytes may lie between the wire and the application; 0 when absent.
        public var quantum: Int?
        /// Where bytes are seen.
        public var observe: Observation?
        /// The most transfers at once.
        public var maxParallel: Int?

        /// Where bytes are seen.
        public enum Observation: String, Sendable, Hashable, Codable {
            /// In the client's own callback.
            case callback
            /// On the standard output of a command.
            case stdout
            /// By the size of a file.
            case file
        }

        /// Makes limits.
        public init(quantum: Int? = nil, observe: Observation? = nil, maxParallel: Int? = nil) {
            self.quantum = quantum
            self.observe = observe
            self.maxParallel = maxParallel
        }

        enum CodingKeys: String, CodingKey {
            case quantum, observe
            case maxParallel = "max_parallel"
        }
    }

    /// Something that the client asks its application.
    public struct Question: Sendable, Hashable, Codable {
        /// The transfer that asks.
        public var t: String
        /// The number that the answer names.
        public var id: Int
        /// What is asked.
        public var question: AdapterCommand.TransferOptions.Question
        /// The status that led to it.
        public var status: Int?
        /// Of a redirect: where it points.
        public var location: String?
        /// Of a redirect: the method that would be used.
        public var methodAfter: String?
        /// Of a challenge: `basic` or `digest`.
        public var scheme: String?
        /// Of a challenge: the realm.
        public var realm: String?
        /// Of a challenge: whether a proxy asks.
        public var proxy: Bool?
        /// Of a challenge: how often it failed before.
        public var failures: Int?

        /// Makes a question.
        public init(
            t: String, id: Int, question: AdapterCommand.TransferOptions.Question, status: Int? = nil,
            location: String? = nil, methodAfter: String? = nil, scheme: String? = nil, realm: String? = nil,
            proxy: Bool? = nil, failures: Int? = nil
        ) {
            self.t = t
            self.id = id
            self.question = question
            self.status = status
            self.location = location
            self.methodAfter = methodAfter
            self.scheme = scheme
            self.realm = realm
            self.proxy = proxy
            self.failures = failures
        }

        enum CodingKeys: String, CodingKey {
            case t, id, question, status, location, scheme, realm, proxy, failures
            case methodAfter = "method_after"
        }
    }

    /// What a background session still had.
    public struct Restored: Sendable, Hashable, Codable {
        /// The transfer's name.
        public var t: String
        /// Bytes held.
        public var received: Int
        /// The total, if known.
        @OrNull public var expected: Int?

        /// Makes an entry.
        public init(t: String, received: Int, expected: Int?) {
            self.t = t
            self.received = received
            self._expected = OrNull(wrappedValue: expected)
        }
    }

    /// One request of a transfer, as the client measured it.
    public struct Hop: Sendable, Hashable, Codable {
        /// Where it went.
        public var url: String?
        /// What was answered.
        public var status: Int?
        /// Whether the connection had been used before.
        public var reused: Bool?

        /// Makes a hop.
        public init(url: String? = nil, status: Int? = nil, reused: Bool? = nil) {
            self.url = url
            self.status = status
            self.reused = reused
        }
    }
}
