public import EventLoop

/// A TCP client that does exactly what a test tells it, and says exactly what it saw.
///
/// It lives on a loop, so nothing in it blocks and nothing needs the global pool.
public actor RawClient: LoopActor {
    /// What came until the peer ended.
    public struct Received: Sendable, Equatable {
        /// All bytes.
        public var bytes: [UInt8]
        /// FIN or RST; `nil` if this side closed first.
        public var end: Connection.PeerEnd?

        /// What is expected, or what another reader received.
        ///
        /// - Parameters:
        ///   - bytes: All bytes.
        ///   - end: How the peer ended.
        public init(bytes: [UInt8], end: Connection.PeerEnd?) {
            self.bytes = bytes
            self.end = end
        }

        /// The bytes as text.
        public var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The loop the client lives on.
    public nonisolated let loop: EventLoop
    /// The client's own address, which the server sees as its peer.
    public nonisolated let address: SocketAddress?
    /// Opens when a send first finds no room, because the peer does not read.
    public nonisolated let isStalled = Gate()
    private let connection: Connection

    /// Connects to a server on loopback.
    ///
    /// - Parameters:
    ///   - port: The server's port.
    ///   - host: A numeric address.
    ///   - receiveBuffer: Bytes the kernel takes in for a client that does not read, before it doubles them.
    ///   - loop: The loop to live on; the server's or another.
    /// - Returns: The client.
    /// - Throws: Why there is no connection.
    public static func connect(
        port: Int, host: String = "127.0.0.1", receiveBuffer: Int? = nil, on loop: EventLoop
    ) async throws(SocketError) -> RawClient {
        try await loop.run { () async throws(SocketError) in
            let connection = try await Connection.connect(
                to: host, port: port, receiveBuffer: receiveBuffer, on: loop)
            return RawClient(connection, on: loop)
        }
    }

    private init(_ connection: sending Connection, on loop: EventLoop) {
        self.loop = loop
        address = connection.local
        connection.onStall = { [isStalled] in isStalled.open() }
        self.connection = connection
    }

    /// Sends bytes and waits until the kernel has them.
    ///
    /// - Parameter bytes: What to send.
    /// - Throws: When the peer has gone.
    public func send(_ bytes: [UInt8]) async throws(SocketError) { try await connection.write(bytes) }

    /// Sends text as UTF-8.
    ///
    /// - Parameter text: What to send, with `\r\n` where the protocol wants it.
    /// - Throws: When the peer has gone.
    public func send(_ text: String) async throws(SocketError) { try await connection.write(Array(text.utf8)) }

    /// The next bytes, or `nil` when there will be none.
    ///
    /// - Parameter limit: The most to take.
    /// - Returns: At least one byte, or `nil`.
    public func read(atMost limit: Int = 64 * 1024) async -> [UInt8]? { await connection.read(atMost: limit) }

    /// Exactly so many bytes, fewer only if the peer ends before.
    ///
    /// - Parameter count: How many to wait for.
    /// - Returns: The bytes.
    public func read(exactly count: Int) async -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let more = await connection.read(atMost: min(count - bytes.count, 64 * 1024)) {
            bytes += more
        }
        return bytes
    }

    /// A response's head, with its blank line; less only if the peer ends before.
    ///
    /// - Returns: The bytes as text. The body stays unread.
    public func readHead() async -> String { await read(until: "\r\n\r\n") }

    /// Everything until a mark, the mark included; less only if the peer ends before.
    ///
    /// - Parameter mark: Text that is sent as UTF-8.
    /// - Returns: The bytes as text. What follows the mark stays unread.
    public func read(until mark: String) async -> String {
        var bytes: [UInt8] = []
        let mark = Array(mark.utf8)
        while !bytes.suffix(mark.count).elementsEqual(mark), let more = await connection.read(atMost: 1) {
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything until the peer ends, and how it did.
    ///
    /// - Returns: The bytes and the end.
    public func readToEnd() async -> Received {
        var bytes: [UInt8] = []
        while let more = await connection.read() { bytes += more }
        return Received(bytes: bytes, end: connection.peerEnd)
    }

    /// Sends FIN and goes on reading.
    public func shutdownWriting() { connection.shutdownWriting() }

    /// Leaves with RST, at once.
    public func reset() async { await connection.reset(waitingAtMost: .zero) }

    /// Closes the socket: FIN, or RST if something is unread.
    public func close() { connection.close() }
}
