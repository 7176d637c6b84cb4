import EventLoop
import FixtureServer
import Scenarios
import TestSupport
import Testing

/// What happens on a connection before a request is read from it.
@Suite(.timeLimit(.minutes(5))) struct AcceptTests {
    private func scenario(_ connections: [[Step.Action]]) -> Scenario {
        let troubles = connections.map { Origin.ConnectionTrouble(actions: $0, location: here) }
        return .of(["/x": Answer(body: .text("hello"))], origins: [Origin(name: "main", connections: troubles)])
    }

    @Test(arguments: [Step.Cut.fin, .rst])
    func `a cut at accept sends nothing and reads nothing, and the next connection is served`(
        cut: Step.Cut
    ) async throws {
        try await playing(scenario([[.cut(cut)]])) { instance in
            // A reset can meet a client that does not know yet that it is connected.
            let first = try? await WireClient(instance.url)
            #expect(first != nil || cut == .rst)
            if let first {
                try? await first.get("/x")
                #expect(await first.receiveAll() == (cut == .fin ? .fin : .reset))
                #expect(await first.received.isEmpty)
                await first.close()
            }
            let second = try await WireClient(instance.url)
            #expect(try await second.fetch("/x").body == Array("hello".utf8))
            await second.close()
            let journal = await instance.end()
            #expect(journal.connections.map { $0.cut?.kind.rawValue } == [cut.rawValue, nil])
            #expect(journal.connections[0].cut?.position == "accept")
            #expect(journal.exchanges.map(\.connection) == [journal.connections[1].id])
        }
    }

    @Test func `a hold at accept leaves the request unread until the gate opens`() async throws {
        try await playing(scenario([[.hold(gate: "door")]])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "door") } != nil)
            // Another connection is served meanwhile, so that the first would have been, too.
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 5)
            #expect(await instance.journal().exchanges.map(\.connection.number) == [2])
            await instance.open("door")
            #expect(await client.response().body == Array("hello".utf8))
            let connection = try #require(await instance.end().connections.first)
            #expect(connection.requests == 1 && connection.holds.map(\.gate) == ["door"])
            #expect(connection.holds.first?.released != nil)
        }
    }

    @Test(arguments: [true, false])
    func `who leaves a hold at accept is noticed, without a request`(byReset: Bool) async throws {
        try await playing(scenario([[.hold(gate: "door"), .cut(.rst)]])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "door") } != nil)
            if byReset { await client.reset() } else { await client.close() }
            #expect(await instance.wait(limit: .ample) { $0.isClosed } != nil)
            let journal = await instance.end()
            let connection = try #require(journal.connections.first)
            #expect(connection.departure?.kind == (byReset ? .rst : .fin))
            #expect(journal.exchanges.isEmpty && connection.requests == 0)
            #expect(connection.cut == nil && connection.holds.first?.released == nil)
        }
    }

    @Test func `a pause at accept is made and told, and what follows it is done`() async throws {
        try await playing(scenario([[.pause(.seconds(2)), .hold(gate: "door")]]), speed: 1000) { instance in
            let client = try await WireClient(instance.url)
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "door") } != nil)
            await instance.open("door")
            #expect(try await client.fetch("/x").body.count == 5)
            let pause = try #require(await instance.end().connections.first?.pauses.first)
            #expect(pause.planned == .seconds(2) && pause.position == "accept")
            #expect(try #require(pause.actual) >= .milliseconds(2))
        }
    }

    @Test func `an instance ends although somebody is held or pauses at accept`() async throws {
        try await playing(scenario([[.hold(gate: "forever")], [.pause(.seconds(3600))]])) { instance in
            let held = try await WireClient(instance.url)
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "forever") } != nil)
            let paused = try await WireClient(instance.url)
            #expect(await instance.wait(limit: .ample) { $0.isOpening && $0.connection?.number == 2 } != nil)
            #expect(await instance.end().connections.count == 2)
            #expect(await held.receiveAll() != nil)
            #expect(await paused.receiveAll() != nil)
        }
    }
}

extension JournalEvent {
    /// Whether the server is done with a connection.
    fileprivate var isClosed: Bool { if case .closed = kind { true } else { false } }
    /// Whether a connection was accepted.
    fileprivate var isOpening: Bool { if case .opened = kind { true } else { false } }
}
