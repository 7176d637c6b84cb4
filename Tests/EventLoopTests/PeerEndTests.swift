import TestSupport
import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(5))) struct PeerEndTests {
    private static let ends: [Connection.PeerEnd] = [.fin, .reset]

    @Test(arguments: ends, [0, 5, 100_000])
    func `the peer's end is seen while reading is paused, and nothing spins`(
        end: Connection.PeerEnd, unread: Int
    ) async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let told = Log<Connection.PeerEnd>()
        let isOver = Gate()
        let wasCounted = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            connection.onPeerEnd = {
                told.append($0)
                isOver.open()
            }
            await wasCounted.pass()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        try await client.send([UInt8](repeating: 7, count: unread))
        if end == .fin { await client.shutdownWriting() } else { await client.reset() }
        await isOver.pass()

        let turns = try await Echo.turns(ofRoundTrips: 200, on: loop)
        #expect(turns < 200 * 3, "the loop woke \(turns) times for 200 round trips of two reads each")
        wasCounted.open()
        #expect(told.entries == [end])
    }

    @Test func `bytes before the peer's FIN can still be read after it was told`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let received = Log<[UInt8]?>()
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            let finCame = Gate()
            connection.onPeerEnd = { _ in finCame.open() }
            await finCame.pass()
            for _ in 0..<3 { received.append(await connection.read(atMost: 3)) }
            isOver.open()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        try await client.send("hello")
        await client.shutdownWriting()
        await isOver.pass()
        #expect(received.entries == [Array("hel".utf8), Array("lo".utf8), nil])
    }

    @Test(arguments: ends) func `whoever reads is woken by the end`(end: Connection.PeerEnd) async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let seen = Log<Connection.PeerEnd?>()
        let isReading = Gate()
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            let opener = loop.spawn { isReading.open() }
            #expect(await connection.read() == nil)
            await opener.value
            seen.append(connection.peerEnd)
            isOver.open()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        await isReading.pass()
        if end == .fin { await client.close() } else { await client.reset() }
        await isOver.pass()
        #expect(seen.entries == [end])
    }

    @Test func `a FIN and then a RST are told one after the other`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let told = Log<Connection.PeerEnd>()
        let finCame = Gate()
        let resetCame = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            connection.onPeerEnd = { end in
                told.append(end)
                if end == .fin { finCame.open() } else { resetCame.open() }
            }
            await resetCame.pass()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        await client.shutdownWriting()
        await finCame.pass()
        await client.reset()
        await resetCame.pass()
        #expect(told.entries == [.fin, .reset])
    }

    @Test func `a reset that comes together with bytes is told to a script that neither reads nor writes`() async throws
    {
        let loop = EventLoop()
        defer { loop.stop() }
        let received = Log<[UInt8]?>()
        let isReading = Gate()
        let resetCame = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            connection.onPeerEnd = { if $0 == .reset { resetCame.open() } }
            loop.spawn { isReading.open() }
            received.append(await connection.read())
            await resetCame.pass()
        }
        let port = server.port
        try await loop.run {
            let client = try await Connection.connect(port: port, on: loop)
            await isReading.pass()
            // Nothing waits between the two, so that the server's next look at the socket finds both.
            try await client.write(Array("GET".utf8))
            await client.reset(waitingAtMost: .zero)
        }
        await resetCame.pass()
        #expect(received.entries == [Array("GET".utf8)])
    }
}

/// Round trips on a connection of their own, to see how often the loop wakes besides.
enum Echo {
    static func turns(ofRoundTrips count: Int, on loop: EventLoop) async throws -> Int {
        let server = try await ScriptedServer.start(on: loop) { connection in
            while let bytes = await connection.read() { try? await connection.write(bytes) }
        }
        let port = server.port
        let turns = try await loop.run {
            let client = try await Connection.connect(port: port, on: loop)
            try await client.write([0])
            _ = await client.read()
            let before = loop.core.turns
            for _ in 0..<count {
                try await client.write([1])
                _ = await client.read()
            }
            return loop.core.turns - before
        }
        await server.stop()
        return turns
    }
}
