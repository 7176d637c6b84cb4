public import EventLoop

/// A TCP server that runs a test's own script for each connection, on a port of its own.
public actor ScriptedServer: LoopActor {
    /// The loop the scripts run on.
    public nonisolated let loop: EventLoop
    /// Where it listens.
    public nonisolated let port: Int
    private var listener: Listener?

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - loop: The loop to live on.
    ///   - sendBuffer: Size of each connection's send buffer in bytes, for tests of back-pressure.
    ///   - script: What to do with a connection; it closes when nobody refers to it any more.
    /// - Returns: The server.
    /// - Throws: Why it cannot listen.
    public static func start(
        on loop: EventLoop, sendBuffer: Int? = nil,
        script: @escaping @Sendable (sending Connection) async -> Void
    ) async throws(SocketError) -> ScriptedServer {
        try await loop.run { () async throws(SocketError) in
            let listener = try Listener(.init(sendBuffer: sendBuffer), on: loop, serve: script)
            return ScriptedServer(listener, on: loop)
        }
    }

    private init(_ listener: sending Listener, on loop: EventLoop) {
        self.loop = loop
        port = listener.port
        self.listener = listener
    }

    /// Stops listening; scripts that run go on.
    public func stop() {
        listener?.close()
        listener = nil
    }
}
