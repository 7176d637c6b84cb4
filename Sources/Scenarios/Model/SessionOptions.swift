/// How the client's session is configured; what is nil is the client's own default.
public struct SessionOptions: Hashable, Sendable {
    /// Connections per host.
    public var connections: Int?
    /// How many redirects are followed.
    public var redirects: Int?
    /// How long silence is borne.
    public var idleTimeout: Duration?
    /// How long a transfer may take.
    public var totalTimeout: Duration?
    /// What challenges are answered with.
    public var credentials: Credentials?
    /// Whether cookies are kept and sent.
    public var cookies: Bool
    /// Whether answers are cached.
    public var cache: Bool
    /// Whether transfers outlive the process.
    public var background: Bool

    /// Makes options.
    public init(
        connections: Int? = nil, redirects: Int? = nil, idleTimeout: Duration? = nil, totalTimeout: Duration? = nil,
        credentials: Credentials? = nil, cookies: Bool = false, cache: Bool = false, background: Bool = false
    ) {
        self.connections = connections
        self.redirects = redirects
        self.idleTimeout = idleTimeout
        self.totalTimeout = totalTimeout
        self.credentials = credentials
        self.cookies = cookies
        self.cache = cache
        self.background = background
    }
}
