import EventLoop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EndingTests {
    private static let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }

    @Test func `a reset after 3 MB lets a slow reader have every byte, and then the reset`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let left = Log<Int>()
        let server = try await ScriptedServer.start(on: loop) { connection in
            try? await connection.write(Self.body)
            left.append(await connection.reset())
        }
        let port = server.port
        let received = try await loop.run {
            let clock = LoopClock(on: loop)
            let client = try await Connection.connect(port: port, on: loop)
            var bytes: [UInt8] = []
            while let more = await client.read(atMost: 30_000) {
                bytes += more
                try await clock.sleep(for: .microseconds(500))
            }
            return RawClient.Received(bytes: bytes, end: client.peerEnd)
        }
        #expect(received.bytes.count == Self.body.count)
        #expect(Octets(received.bytes) == Octets(Self.body))
        #expect(received.end == .reset)
        #expect(left.entries == [0])
    }

    @Test func `a reset does not wait for ever for a peer that takes nothing, and tells what is lost`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let left = Log<Int>()
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            try? await connection.write(Array(Self.body.prefix(200_000)))
            left.append(await connection.reset(waitingAtMost: .milliseconds(20)))
            isOver.open()
        }
        let client = try await RawClient.connect(port: server.port, receiveBuffer: 4096, on: loop)
        await isOver.pass()
        let received = await client.readToEnd()
        #expect(received.end == .reset)
        let lost = try #require(left.entries.first)
        #expect(lost > 0)
        #expect((200_000 - lost..<200_000).contains(received.bytes.count))
    }

    @Test func `a finish with unread input is a FIN, and the peer gets everything`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let inputIsThere = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            await inputIsThere.pass()
            try? await connection.write(Self.body)
            await connection.finish(waitingAtMost: .seconds(240))
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        try await client.send([UInt8](repeating: 1, count: 50_000))
        inputIsThere.open()
        let head = await client.read(exactly: 1000)
        try await client.send([UInt8](repeating: 2, count: 50_000))
        let received = await client.readToEnd()
        #expect(received.end == .fin)
        #expect(Octets(head + received.bytes) == Octets(Self.body))
    }

    @Test func `a finish ends also when the peer never does`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            await connection.finish(waitingAtMost: .milliseconds(10))
            #expect(!connection.isOpen)
            isOver.open()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        await isOver.pass()
        #expect(await client.readToEnd() == .init(bytes: [], end: .fin))
    }

    @Test func `a finish drops only so much`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            await connection.finish(droppingAtMost: 100_000, waitingAtMost: .seconds(60))
            isOver.open()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        await #expect(throws: SocketError.self) {
            while true { try await client.send([UInt8](repeating: 1, count: 50_000)) }
        }
        await isOver.pass()
    }

    @Test func `closing wakes who reads and who writes`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            await isOver.pass()
            withExtendedLifetime(connection) {}
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        let (read, error) = await loop.run { () -> ([UInt8]?, SocketError?) in
            let reading = loop.spawn { await client.read() }
            let writing = loop.spawn { () -> SocketError? in
                do throws(SocketError) { try await client.send([UInt8](repeating: 3, count: 50_000_000)) } catch {
                    return error
                }
                return nil
            }
            await client.isStalled.pass()
            await client.close()
            return (await reading.value, await writing.value)
        }
        isOver.open()
        #expect(read == nil)
        #expect(error?.code == .closed)
        #expect((error?.bytesTaken ?? 0) > 0)
    }
}
