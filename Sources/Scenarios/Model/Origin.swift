public import YAML

/// One address of an instance: a listener with a port of its own.
public struct Origin: Hashable, Sendable {
    /// The name, as in `//other/b` and `$(url.other)`.
    public var name: String
    /// The host name that clients are told; nil is the address that the server listens on.
    public var host: String?
    /// Trouble before a request is read: entry k is for the k-th accepted connection, the rest is served plainly.
    public var connections: [ConnectionTrouble]
    /// How many bytes of each connection wait in the server's kernel at most, as far as the kernel obeys; nil lets it grow.
    public var sendBuffer: Int64?

    /// Makes an origin.
    public init(
        name: String, host: String? = nil, connections: [ConnectionTrouble] = [], sendBuffer: Int64? = nil
    ) {
        self.name = name
        self.host = host
        self.connections = connections
        self.sendBuffer = sendBuffer
    }

    /// What happens on one connection after it was accepted and before anything is read from it.
    public struct ConnectionTrouble: Hashable, Sendable {
        /// Only `hold`, `pause` and `cut`, in order.
        public var actions: [Step.Action]
        /// Where it is written.
        public var location: FileLocation

        /// Makes the trouble of one connection.
        public init(actions: [Step.Action], location: FileLocation) {
            self.actions = actions
            self.location = location
        }
    }
}
