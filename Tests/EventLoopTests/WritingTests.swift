import EventLoop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct WritingTests {
    private static let body = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 / 249) }

    /// What a client receives from a script that runs on a small send buffer.
    private func received(
        sendBuffer: Int? = nil, from script: @escaping @Sendable (sending Connection) async -> Void
    ) async throws -> RawClient.Received {
        let loop = EventLoop()
        defer { loop.stop() }
        let server = try await ScriptedServer.start(on: loop, sendBuffer: sendBuffer, script: script)
        return try await RawClient.connect(port: server.port, on: loop).readToEnd()
    }

    @Test func `a body larger than every buffer arrives whole`() async throws {
        let received = try await received(sendBuffer: 16 * 1024) { try? await $0.write(Self.body) }
        #expect(Octets(received.bytes) == Octets(Self.body))
        #expect(received.end == .fin)
    }

    @Test(arguments: [1, 2, 16, 17, 40]) func `pieces arrive as if they were one`(count: Int) async throws {
        let received = try await received(sendBuffer: 4096) { connection in
            let pieces = (0..<count).map { Self.body.dropFirst($0 * 5000).prefix($0 == 3 ? 0 : 5000) }
            try? await connection.write(pieces)
        }
        let expected = (0..<count).filter { $0 != 3 }.flatMap { Self.body.dropFirst($0 * 5000).prefix(5000) }
        #expect(Octets(received.bytes) == Octets(expected))
    }

    @Test func `each part of a write that the kernel took is told`() async throws {
        let parts = Log<Int>()
        let received = try await received(sendBuffer: 16 * 1024) { connection in
            var rest = OutputPieces([Self.body.prefix(1000), Self.body[1000..<1_500_000]])
            while !rest.isEmpty {
                let before = rest.taken
                guard let count = try? await connection.writeSome(&rest) else { return }
                #expect(rest.taken == before + count)
                parts.append(count)
            }
        }
        #expect(received.bytes.count == 1_500_000)
        #expect(parts.entries.reduce(0, +) == 1_500_000)
        #expect(parts.entries.count > 1)
        #expect(parts.entries.allSatisfy { $0 > 0 })
    }

    @Test func `a small head and body leave in one piece`() async throws {
        let parts = Log<Int>()
        _ = try await received { connection in
            var rest = OutputPieces([Self.body.prefix(300), Self.body.prefix(1024)])
            while !rest.isEmpty, let count = try? await connection.writeSome(&rest) { parts.append(count) }
        }
        #expect(parts.entries == [1324])
    }

    @Test func `many writes in a row, none of which waits, let others go first`() async throws {
        let order = Log<String>()
        let received = try await received { connection in
            connection.loop.spawn { order.append("other") }
            for _ in 0..<100 { try? await connection.write([1]) }
            order.append("writer")
        }
        #expect(received.bytes.count == 100)
        #expect(order.entries == ["other", "writer"])
    }

    @Test func `a peer that resets ends a write that waits`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let codes = Log<SocketError.Code>()
        let isStalled = Gate()
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            connection.onStall = { isStalled.open() }
            do throws(SocketError) { try await connection.write([UInt8](repeating: 1, count: 50_000_000)) } catch {
                codes.append(error.code)
                #expect(error.bytesTaken > 0)
            }
            #expect(connection.peerEnd == .reset)
            isOver.open()
        }
        let client = try await RawClient.connect(port: server.port, on: loop)
        await isStalled.pass()
        await client.reset()
        await isOver.pass()
        #expect(codes.entries == [.reset])
    }

    @Test func `what the peer had acknowledged is known even after its reset`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let unacknowledged = Log<Int>()
        let isWritten = Gate()
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            connection.onPeerEnd = { [unowned connection] _ in
                unacknowledged.append(connection.unacknowledgedBytes)
                isOver.open()
            }
            try? await connection.write([UInt8](repeating: 1, count: 200_000))
            isWritten.open()
            await isOver.pass()
        }
        let client = try await RawClient.connect(port: server.port, receiveBuffer: 4096, on: loop)
        await isWritten.pass()
        let read = await client.read(exactly: 1000).count
        await client.reset()
        await isOver.pass()
        let left = try #require(unacknowledged.entries.first)
        #expect(unacknowledged.entries.count == 1)
        #expect(left > 0)
        #expect(left <= 200_000 - read)
    }

    @Test func `a peer that reads nothing stops the writer, and costs no memory here`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let total = 31_500_000
        let isStalled = Gate()
        let count = Log<Int>()
        let isOver = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            await isStalled.pass()
            var received = 0
            while let bytes = await connection.read() { received += bytes.count }
            count.append(received)
            isOver.open()
        }
        let port = server.port
        try await loop.run {
            let client = try await Connection.connect(port: port, on: loop)
            client.onStall = { isStalled.open() }
            try await client.write([UInt8](repeating: 1, count: total))
        }
        await isOver.pass()
        #expect(count.entries == [total])
    }

    @Test(arguments: [0..<1_500_000, 5..<6, 700_000..<1_499_999] as [Range<Int64>])
    func `a range of a file arrives`(range: Range<Int64>) async throws {
        let file = try TemporaryFile(Self.body)
        let descriptor = file.descriptor
        let received = try await received(sendBuffer: 64 * 1024) { connection in
            try? await connection.sendFile(descriptor, range: range)
        }
        #expect(Octets(received.bytes) == Octets(Array(Self.body[Int(range.lowerBound)..<Int(range.upperBound)])))
        withExtendedLifetime(file) {}
    }

    @Test func `a file that is shorter than promised is an error`() async throws {
        let file = try TemporaryFile([1, 2, 3])
        let descriptor = file.descriptor
        let codes = Log<SocketError.Code>()
        let received = try await received { connection in
            do throws(SocketError) { try await connection.sendFile(descriptor, range: 0..<10) } catch {
                codes.append(error.code)
            }
        }
        #expect(received.bytes == [1, 2, 3])
        #expect(codes.entries == [.fileTooShort])
        withExtendedLifetime(file) {}
    }
}
