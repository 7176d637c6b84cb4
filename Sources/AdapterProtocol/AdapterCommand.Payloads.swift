extension AdapterCommand {
    /// What the runner says first.
    public struct Hello: Sendable, Hashable, Codable {
        /// The protocol versions that the runner speaks.
        public var `protocol`: [Int]
        /// Name and version of the suite.
        public var suite: String
        /// The run's seed, for adapters that draw lots.
        public var seed: UInt64
        /// The folder for everything that the adapter writes.
        public var workDirectory: String
        /// What the environment holds for the client.
        public var env: Environment

        /// Makes the greeting.
        public init(
            protocol: [Int] = [1], suite: String, seed: UInt64, workDirectory: String, env: Environment = .init()
        ) {
            self.protocol = `protocol`
            self.suite = suite
            self.seed = seed
            self.workDirectory = workDirectory
            self.env = env
        }

        enum CodingKeys: String, CodingKey {
            case `protocol`, suite, seed, env
            case workDirectory = "work_dir"
        }

        /// Reads the JSON form; an environment that holds nothing may be left out.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            `protocol` = try fields.decode([Int].self, forKey: .protocol)
            suite = try fields.decode(String.self, forKey: .suite)
            seed = try fields.decode(UInt64.self, forKey: .seed)
            workDirectory = try fields.decode(String.self, forKey: .workDirectory)
            env = try fields.decodeIfPresent(Environment.self, forKey: .env) ?? Environment()
        }
    }

    /// What the environment holds for the client.
    public struct Environment: Sendable, Hashable, Codable {
        /// The certificate authority of the suite's servers.
        public var caFile: String?

        /// Makes an environment.
        public init(caFile: String? = nil) {
            self.caFile = caFile
        }

        enum CodingKeys: String, CodingKey {
            case caFile = "ca_file"
        }
    }

    /// A session to be made.
    public struct Configure: Sendable, Hashable, Codable {
        /// The name that transfers use for it.
        public var session: String
        /// What differs from the client's own defaults.
        public var options: SessionOptions

        /// Makes the order.
        public init(session: String, options: SessionOptions = .init()) {
            self.session = session
            self.options = options
        }
    }

    /// Options of a session; an absent one is the client's own default.
    public struct SessionOptions: Sendable, Hashable, Codable {
        /// How many connections to one host.
        public var connections: Int?
        /// How many redirects are followed.
        public var redirects: Int?
        /// Milliseconds of silence until the client gives up.
        public var idleTimeoutMilliseconds: Int?
        /// Milliseconds until the client gives up whatever happens.
        public var totalTimeoutMilliseconds: Int?
        /// `user:password`.
        public var credentials: String?
        /// Whether cookies are kept.
        public var cookies: Bool?
        /// Whether answers are cached.
        public var cache: Bool?
        /// Whether the session outlives its process.
        public var background: Bool?
        /// The HTTP version asked for, such as `1.1` or `2`.
        public var http: String?

        /// Makes options, all of them absent unless given.
        public init(
            connections: Int? = nil, redirects: Int? = nil, idleTimeoutMilliseconds: Int? = nil,
            totalTimeoutMilliseconds: Int? = nil, credentials: String? = nil, cookies: Bool? = nil,
            cache: Bool? = nil, background: Bool? = nil, http: String? = nil
        ) {
            self.connections = connections
            self.redirects = redirects
            self.idleTimeoutMilliseconds = idleTimeoutMilliseconds
            self.totalTimeoutMilliseconds = totalTimeoutMilliseconds
            self.credentials = credentials
            self.cookies = cookies
            self.cache = cache
            self.background = background
            self.http = http
        }

        enum CodingKeys: String, CodingKey {
            case connections, redirects, credentials, cookies, cache, background, http
            case idleTimeoutMilliseconds = "idle_timeout_ms"
            case totalTimeoutMilliseconds = "total_timeout_ms"
        }
    }

    /// The answer to a question of the client.
    public struct Answer: Sendable, Hashable, Codable {
        /// The transfer that asked.
        public var t: String
        /// The question's number.
        public var id: Int
        /// What is answered.
        public var with: Choice
        /// With ``Choice/credentials``: the name.
        public var user: String?
        /// With ``Choice/credentials``: the password.
        public var password: String?

        /// What can be answered.
        public enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
            /// Go where the redirect points.
            case follow
            /// Take the redirect itself as the result.
            case refuse
            /// Go on with the body.
            case allow
            /// Stop here.
            case cancel
            /// Go on as a download.
            case download
            /// Go on as a stream.
            case stream
            /// Try with name and password.
            case credentials
        }

        /// Makes an answer.
        public init(t: String, id: Int, with choice: Choice, user: String? = nil, password: String? = nil) {
            self.t = t
            self.id = id
            self.with = choice
            self.user = user
            self.password = password
        }
    }
}
