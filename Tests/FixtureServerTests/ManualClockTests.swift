import EventLoop
import FixtureServer
import Scenarios
import TestSupport
import Testing

/// A clock that only a test moves: what is due goes out, and nothing else.
@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    private let crumbs = Answer(
        body: .pattern(5000), framing: .chunked,
        pace: .writes(WriteSchedule(size: 1000, interval: .milliseconds(50))),
        script: [.at(.byte(3000), .pause(.seconds(1)))])

    @Test func `exactly the pieces that are due go out, and the client has them all`() async throws {
        try await playing(.of(["/x": crumbs]), clock: .manual) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            try await instance.begun()
            #expect(await instance.bodySent == 1000)
            for (stretch, sent) in [
                (Duration.nanoseconds(49_999_999), 1000), (.nanoseconds(1), 2000), (.milliseconds(50), 3000),
                // A second behind the third piece, not behind the end of the stretch that brought it.
                (.milliseconds(999), 3000), (.milliseconds(1), 4000),
            ] {
                await instance.advance(by: stretch)
                let record = try #require(await instance.record(of: ExchangeID(1)))
                #expect(record.bodySent == sent)
                // What was written arrives without anybody moving anything.
                #expect(await client.receive(atLeast: Int(record.sent)).count == Int(record.sent))
            }
            await instance.advance(by: .seconds(3600))
            #expect(await client.response().body.count == 5000)
            let journal = await instance.end()
            let exchange = try #require(journal.exchanges.first)
            #expect(journal.speed == 0 && exchange.reason == .complete)
            let pace = try #require(exchange.paces.first)
            #expect(pace.planned == .milliseconds(150) && pace.actual == pace.planned && pace.latest == .zero)
        }
    }

    @Test func `each instance has a clock of its own`() async throws {
        let server = FixtureServer(
            configuration: FixtureServer.Configuration(loop: EventLoop(name: "fixture-server"), clock: .manual))
        let instances = try await [server.start(.of(["/x": crumbs])), server.start(.of(["/x": crumbs]))]
        var clients: [WireClient] = []
        for instance in instances {
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            try await instance.begun()
            clients.append(client)
        }
        await instances[1].advance(by: .milliseconds(50))
        #expect(await instances[0].bodySent == 1000)
        #expect(await instances[1].bodySent == 2000)
        await server.close()
        for client in clients { #expect(await client.receiveAll() != nil) }
    }

    @Test func `what runs by itself, or is over, is not moved`() async throws {
        // Head and first half are one write.
        let hour = Answer(body: .pattern(10), script: [.at(.byte(5), .pause(.seconds(3600)))])
        try await playing(.of(["/x": hour])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            _ = await client.receive(atLeast: 1)
            await instance.advance(by: .seconds(7200))
            #expect(await instance.bodySent == 5)
            #expect(await instance.end().speed == 1)
            await instance.advance(by: .seconds(7200))
        }
    }
}

extension Instance {
    /// Waits until the first request was read, and the server has done all that it does without its clock.
    func begun() async throws {
        let event = await wait(limit: .ample) { if case .requested = $0.kind { true } else { false } }
        _ = try #require(event)
        await advance(by: .zero)
    }

    /// How much of the body the kernel has taken in the first exchange.
    var bodySent: Int64? {
        get async { await record(of: ExchangeID(1))?.bodySent }
    }
}
