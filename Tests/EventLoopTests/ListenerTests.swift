import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct ListenerTests {
    @Test(arguments: ["127.0.0.1", "::1", "localhost"])
    func `a listener is reached at the address it names`(host: String) async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let peers = Log<SocketAddress?>()
        let (listener, port) = try await KeptListener.start(.init(host: host), on: loop) { connection in
            peers.append(connection.peer)
            try? await connection.write(Array("\(connection.local?.port ?? 0)".utf8))
        }
        #expect(port > 0)
        let client = try await RawClient.connect(port: port, host: host, on: loop)
        #expect(await client.readToEnd() == .init(bytes: Array("\(port)".utf8), end: .fin))
        #expect(peers.entries == [client.address])
        await listener.close()
    }

    @Test func `a port in use is an error that says what to do`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let server = try await ScriptedServer.start(on: loop) { _ in }
        let port = server.port
        let error = await #expect(throws: SocketError.self) {
            try await loop.run { _ = try Listener(.init(port: port), on: loop) { _ in } }
        }
        #expect(error?.code == .addressInUse)
        #expect(error?.errno == EADDRINUSE)
        #expect(
            error?.description
                == "cannot listen on 127.0.0.1:\(port): somebody else does; choose another port, or 0 for any free one")
    }

    @Test(arguments: [("example.org", 80), ("127.0.0.1", 65536), ("", 0), ("1.2.3.4.5", 1), ("127.0.0.1", -1)])
    func `an address that is none is an error`(host: String, port: Int) async {
        let loop = EventLoop()
        defer { loop.stop() }
        let error = await #expect(throws: SocketError.self) {
            try await loop.run { _ = try Listener(.init(host: host, port: port), on: loop) { _ in } }
        }
        #expect(error?.code == .badAddress)
    }

    @Test func `an address of somebody else's is an error`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let error = await #expect(throws: SocketError.self) {
            try await loop.run { _ = try Listener(.init(host: "192.0.2.1"), on: loop) { _ in } }
        }
        #expect(error?.code == .addressNotAvailable)
    }

    @Test func `a port where nobody listens refuses`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let (listener, port) = try await KeptListener.start(.init(), on: loop) { _ in }
        await listener.close()
        let error = await #expect(throws: SocketError.self) { try await RawClient.connect(port: port, on: loop) }
        #expect(error?.code == .refused)
    }

    @Test func `a paused listener leaves connections waiting, and takes them when it resumes`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let served = Log<Void>()
        let (listener, port) = try await KeptListener.start(.init(), on: loop) { connection in
            served.append(())
            try? await connection.write([1])
        }
        await listener.pause()
        var clients: [RawClient] = []
        for _ in 0..<3 { clients.append(try await RawClient.connect(port: port, on: loop)) }
        _ = try await Echo.turns(ofRoundTrips: 20, on: loop)
        #expect(served.entries.isEmpty)
        await listener.resume()
        for client in clients { #expect(await client.readToEnd().bytes == [1]) }
        #expect(served.entries.count == 3)
    }

    @Test func `out of descriptors, a listener does not spin, and goes on when there are some again`() async {
        await #expect(processExitsWith: .success) {
            alarm(30)
            let loop = EventLoop()
            let server = try await ScriptedServer.start(on: loop) { connection in
                while let bytes = await connection.read() { try? await connection.write(bytes) }
            }
            let port = server.port
            let client = try await RawClient.connect(port: port, on: loop)
            try await client.send("before")
            _ = await client.read(exactly: 6)
            let late = Socket.make(family: AF_INET)
            var hoard: [Int32] = []
            while true {
                let descriptor = dup(0)
                guard descriptor >= 0, hoard.count < 100_000 else { break }
                hoard.append(descriptor)
            }
            let address = try #require(SocketAddress(host: "127.0.0.1", port: port))
            unsafe address.withSockaddr { _ = unsafe Socket.connect(late, $0, $1) }
            let before = await loop.run { loop.core.turns }
            for _ in 0..<200 {
                try await client.send("x")
                _ = await client.read(exactly: 1)
            }
            let turns = await loop.run { loop.core.turns } - before
            guard turns < 200 * 8 else { exit(3) }
            for descriptor in hoard { close(descriptor) }
            close(late)
            let next = try await RawClient.connect(port: port, on: loop)
            try await next.send("after")
            guard await next.read(exactly: 5) == Array("after".utf8) else { exit(4) }
            exit(EXIT_SUCCESS)
        }
    }
}

/// A listener with all its switches, inside an actor.
private actor KeptListener: LoopActor {
    nonisolated let loop: EventLoop
    private let listener: Listener

    static func start(
        _ configuration: Listener.Configuration, on loop: EventLoop,
        serve: @escaping @Sendable (sending Connection) async -> Void
    ) async throws -> (KeptListener, port: Int) {
        try await loop.run {
            let listener = try Listener(configuration, on: loop, serve: serve)
            let port = listener.port
            return (KeptListener(listener, on: loop), port)
        }
    }

    private init(_ listener: sending Listener, on loop: EventLoop) {
        self.listener = listener
        self.loop = loop
    }

    func pause() { listener.pause() }
    func resume() { listener.resume() }
    func close() { listener.close() }
}
