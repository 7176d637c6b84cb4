import EventLoop
import FixtureServer
import Scenarios
import TestSupport
import Testing

/// What is known of a client that leaves, whatever the server is doing at that moment.
@Suite(.timeLimit(.minutes(5))) struct LeavingTests {
    static let places: [Position] = [.request(0), .head(0), .head(20), .body, .byte(1), .percent(50), .end(0), .done]

    @Test(arguments: places, [ExchangeRecord.Departure.Kind.fin, .rst])
    func `leaving at a gate is seen at once and ends the exchange`(
        position: Position, kind: ExchangeRecord.Departure.Kind
    ) async throws {
        let answer = Answer(body: .pattern(100_000), framing: .chunked, script: [.at(position, .hold(gate: "g"))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            let held = try #require(await instance.wait(limit: .ample) { $0.isHold(at: "g") })
            guard case .held(_, _, let sent) = held.kind else { return }
            if kind == .fin { await client.halfClose() } else { await client.reset() }
            #expect(await instance.wait(limit: .ample) { $0.isEnd } != nil)
            let record = try #require(await instance.journal().exchanges.first)
            #expect(record.reason == .left)
            #expect(record.departure?.kind == kind)
            #expect(record.departure?.bodySent == sent)
            #expect(record.holds.first?.released == nil)
            #expect(await instance.held("g").isEmpty)
            #expect(
                await instance.wait(limit: .ample) { if case .closed = $0.kind { true } else { false } } != nil)
        }
    }

    @Test func `leaving in a pause ends it`() async throws {
        let answer = Answer(body: .pattern(1000), script: [.at(.percent(50), .pause(.seconds(3600)))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await client.receive(atLeast: 500).count >= 500)
            await client.halfClose()
            #expect(await instance.wait(limit: .ample) { $0.isEnd } != nil)
            let record = try #require(await instance.journal().exchanges.first)
            #expect(record.reason == .left && record.pauses.first?.planned == .seconds(3600))
        }
    }

    @Test func `leaving while the socket is full ends the exchange`() async throws {
        let record = try await recordOfResetWhileFull()
        #expect(record.reason == .left && record.departure?.kind == .rst && record.bodySent < 1 << 30)
    }

    @Test func `a client that only ends its sending side still gets a plain answer`() async throws {
        let answer = Answer(body: .pattern(20_000_000), framing: .chunked)
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            await client.halfClose()
            #expect(await client.response().body.count == 20_000_000)
        }
    }

    @Test func `leaving inside a request's content is seen`() async throws {
        try await playing(.of(["/x": Answer(body: .text("late"))])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
            await client.halfClose()
            #expect(await instance.wait(limit: .ample) { $0.isEnd } != nil)
            let record = try #require(await instance.journal().exchanges.first)
            #expect(record.reason == .left && record.writes.isEmpty && record.request.bodyReceived == 4)
        }
    }

    @Test func `leaving between requests belongs to the connection`() async throws {
        try await playing(.of(["/x": Answer(body: .text("bye"))])) { instance in
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/x")
            await client.close()
            #expect(
                await instance.wait(limit: .ample) { if case .closed = $0.kind { true } else { false } } != nil)
            let journal = await instance.end()
            #expect(journal.exchanges.first?.departure == nil && journal.exchanges.first?.reason == .complete)
            #expect(journal.connections.first?.departure?.kind == .fin)
        }
    }

    @Test func `a silent connection is ended when its time is over`() async throws {
        let limits = FixtureServer.Limits(idleTime: .milliseconds(40))
        try await playing(.of(["/x": Answer(body: .text("hello"))]), limits: limits) { instance in
            let client = try await WireClient(instance.url)
            #expect(await client.receiveAll() == .fin)
            #expect(await instance.end().connections.first?.requests == 0)
        }
    }
}
