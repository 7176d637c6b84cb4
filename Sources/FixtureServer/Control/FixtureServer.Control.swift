public import Scenarios

extension FixtureServer {
    /// The control API: what it may make, and who may ask for it.
    ///
    /// It answers below ``prefix`` on the first origin of every instance that the program itself started, never on the
    /// ports of instances that were made over it. Nothing of it is journalled.
    public struct Control: Sendable {
        /// The path that everything is below; no fixture and no resource there is ever served where the API is.
        public static let prefix = "/_sluice"

        /// Where the scenarios are that instances can be made of.
        public var catalog: ScenarioCatalog
        /// What `Authorization: Bearer` has to say; nil lets everyone in who reaches a loopback address.
        ///
        /// A server that listens beyond loopback makes one up where none is given.
        public var token: String?
        /// The most instances made over it at a time; one more is refused with 503.
        public var mostInstances: Int
        /// How long an instance made over it lives unused, where its maker does not say.
        public var idleTime: Duration
        /// The longest wait that may be asked for.
        public var longestWait: Duration
        /// The longest content of a request, in bytes; a longer one is refused with 413.
        public var contentSize: Int

        /// Makes a control API with everything but the scenarios as it usually is.
        public init(
            catalog: ScenarioCatalog, token: String? = nil, mostInstances: Int = 64, idleTime: Duration = .seconds(600),
            longestWait: Duration = .seconds(600), contentSize: Int = 64 << 10
        ) {
            self.catalog = catalog
            self.token = token
            self.mostInstances = mostInstances
            self.idleTime = idleTime
            self.longestWait = longestWait
            self.contentSize = contentSize
        }
    }
}

extension FixtureServer.Configuration {
    /// Whether only programs of this machine can connect.
    public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// With a token for the control API where one is needed and none was given.
    func withToken() -> FixtureServer.Configuration {
        guard !isLoopback, control != nil, control?.token == nil else { return self }
        var configuration = self
        configuration.control?.token = (0..<4).map { _ in
            let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
        return configuration
    }
}
