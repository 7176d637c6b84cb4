import EventLoop
import FixtureServer
import Scenarios
import TestSupport
import Testing

/// What the journal says of writes, paces and peers is what was.
@Suite(.timeLimit(.minutes(5))) struct JournalTruthTests {
    private func pace(_ size: Int64, _ milliseconds: Int) -> Pace {
        .writes(WriteSchedule(size: size...size, interval: .milliseconds(milliseconds) ... .milliseconds(milliseconds)))
    }

    @Test func `a pace is told as it was planned and as it was kept`() async throws {
        let answer = Answer(
            body: .pattern(5500), pace: pace(1000, 100), script: [.at(.byte(3000), .pace(pace(500, 40)))])
        try await playing(.of(["/x": answer]), speed: 20) { instance in
            _ = try await WireClient(instance.url).fetch("/x")
            let journal = await instance.end()
            #expect(journal.speed == 20)
            let paces = try #require(journal.exchanges.first).paces
            #expect(paces.map(\.pace) == ["1000 B every 100 ms", "500 B every 40 ms"])
            #expect(paces.map(\.pieces) == [3, 5])
            #expect(paces.map(\.planned) == [.milliseconds(200), .milliseconds(160)])
            for pace in paces {
                // No piece goes early, so the last one is the only reason for more time than planned.
                #expect(pace.latest >= .zero && pace.actual > .zero && pace.actual <= pace.planned + pace.latest)
            }
        }
    }

    @Test func `what a hold takes is no part of the pace`() async throws {
        let answer = Answer(body: .pattern(4000), pace: pace(1000, 100), script: [.at(.byte(2000), .hold(gate: "g"))])
        try await playing(.of(["/x": answer]), speed: 20) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "g") } != nil)
            await instance.open("g")
            #expect(await client.response().body.count == 4000)
            let paces = try #require(await instance.end().exchanges.first).paces
            #expect(paces.map(\.pieces) == [4] && paces.map(\.planned) == [.milliseconds(200)])
        }
    }

    @Test func `a write that finds the peer gone is told with what was offered`() async throws {
        let record = try await recordOfResetWhileFull()
        #expect(record.failedWrite?.reason == "reset" && record.failedWrite?.length ?? 0 > 0)
        #expect(record.sent == record.writes.reduce(0) { $0 + Int64($1.taken) } && record.writesDropped == 0)
        // The peer had not read what it had no room for.
        #expect(record.departure?.unacknowledged ?? 0 > 0)
    }

    @Test(arguments: [Answer(body: .text("hello")), Answer(body: .text("hello"), framing: .chunked)])
    func `what was sent is counted, and known to be acknowledged when the peer has ended`(answer: Answer) async throws {
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/x")
            _ = try await client.fetch("/x")
            await client.close()
            #expect(
                await instance.wait(limit: .ample) { if case .closed = $0.kind { true } else { false } } != nil)
            let journal = await instance.end()
            let received = await client.received.count
            #expect(journal.exchanges.map(\.sent).reduce(0, +) == Int64(received))
            let connection = try #require(journal.connections.first)
            #expect(connection.sent == Int64(received) && connection.unacknowledged == 0)
            let departure = try #require(connection.departure)
            let last = try #require(journal.exchanges.last?.lastWrite)
            #expect(departure.unacknowledged == 0 && departure.silence == departure.time - last)
        }
    }
}
