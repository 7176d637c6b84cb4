import EventLoop
import Locks

/// A server of a few lines for clients under test: each connection runs a script that reads and writes raw bytes.
///
/// Everything runs on a loop of its own; dropping the server closes it and its connections.
public final class RawServer: Sendable {
    /// What each connection does; when it returns, the connection is ended cleanly.
    public typealias Script = @Sendable (RawPeer) async -> Void

    /// Where it listens.
    public let port: Int
    private let loop: EventLoop
    private let record: RawRecord
    private let door: Door

    /// Starts listening on a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - sendBuffer: The size of each connection's send buffer; unset, a peer that reads nothing swallows megabytes.
    ///   - script: Run once for each connection.
    /// - Throws: Why there is no port to be had.
    public init(sendBuffer: Int? = nil, _ script: @escaping Script) async throws {
        loop = EventLoop(name: "raw-server")
        record = RawRecord()
        door = Door(loop: loop)
        port = try await door.open(sendBuffer: sendBuffer, record: record, script)
    }

    deinit { loop.stop() }

    /// The URL of a path on this server.
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The heads of all requests so far, in order of arrival.
    public var requests: [String] { record.requests.withLock { $0 } }

    /// How many connections were accepted so far.
    public var connections: Int { record.connections.withLock { $0 } }

    private actor Door: LoopActor {
        nonisolated let loop: EventLoop
        private var listener: Listener?

        init(loop: EventLoop) { self.loop = loop }

        func open(sendBuffer: Int?, record: RawRecord, _ script: @escaping Script) throws -> Int {
            let configuration = Listener.Configuration(sendBuffer: sendBuffer)
            let listener = try Listener(configuration, in: self) { _, connection in
                record.connections.withLock { $0 += 1 }
                let peer = RawPeer(connection, record)
                await script(peer)
                await peer.end()
            }
            self.listener = listener
            return listener.port
        }
    }
}

/// What a server has seen.
final class RawRecord: Sendable {
    let requests = Locked<[String]>([])
    let connections = Locked(0)
}
