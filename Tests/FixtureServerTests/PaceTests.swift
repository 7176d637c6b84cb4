import FixtureServer
import HTTPMessages
import Scenarios
import Testing

/// What a paced answer looks like in the journal; how long it takes is measured elsewhere.
@Suite(.timeLimit(.minutes(5))) struct PaceTests {
    @Test func `each piece is one write and one chunk of exactly the size`() async throws {
        let answer = Answer(
            body: .pattern(5000), framing: .chunked,
            pace: .writes(WriteSchedule(size: 1386, interval: .milliseconds(20))))
        try await playing(.of(["/x": answer]), speed: 20) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/x")
            #expect(response.body.count == 5000)
            let writes = try #require(await instance.end().exchanges.first?.writes)
            #expect(writes.map(\.body) == [0, 1386, 1386, 1386, 842, 0])
            #expect(writes.map(\.offset) == [nil, 0, 1386, 2772, 4158, nil])
            // "56a" CR LF, the data, CR LF.
            #expect(writes[1].length == 3 + 2 + 1386 + 2 && writes[1].taken == writes[1].length)
        }
    }

    @Test func `no write straddles a position, and pieces begin anew there`() async throws {
        let answer = Answer(
            body: .pattern(1000), pace: .writes(WriteSchedule(size: 400, interval: .milliseconds(1))),
            script: [
                .at(.percent(50), .hold(gate: "half")),
                .at(.percent(70), .pace(.writes(WriteSchedule(size: 150, interval: .milliseconds(1))))),
            ])
        try await playing(.of(["/x": answer]), gates: .openWhenReached) { instance in
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 1000)
            let writes = try #require(await instance.end().exchanges.first?.writes)
            #expect(writes.map(\.body) == [0, 400, 100, 200, 150, 150])
        }
    }

    @Test func `pieces are never early, however fast the clock runs`() async throws {
        let answer = Answer(
            body: .pattern(100), pace: .writes(WriteSchedule(size: 10, interval: .milliseconds(100))))
        try await playing(.of(["/x": answer]), speed: 50) { instance in
            _ = try await WireClient(instance.url).fetch("/x")
            let writes = try #require(await instance.end().exchanges.first?.writes.filter { $0.body > 0 })
            for (index, write) in writes.enumerated() {
                // The anchor lies a little in front of the first write.
                #expect(write.time - writes[0].time >= .milliseconds(2) * index - .milliseconds(1))
            }
        }
    }

    @Test func `a split cuts the head too`() async throws {
        let answer = Answer(body: .text("0123456789"), split: WriteSchedule(size: 7, interval: .milliseconds(1)))
        try await playing(.of(["/x": answer]), speed: 20) { instance in
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 10)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.writes.allSatisfy { $0.taken <= 7 })
            #expect(record.writes.count >= (record.response?.bytes.bytes.count ?? 0) / 7 + 2)
        }
    }

    @Test(arguments: [nil, Pace.writes(WriteSchedule(size: 5, interval: .milliseconds(1)))])
    func `a split cuts chunks with their frames too`(pace: Pace?) async throws {
        let answer = Answer(
            body: .text("0123456789"), framing: .chunked, pace: pace,
            split: WriteSchedule(size: 1, interval: .milliseconds(1)))
        try await playing(.of(["/x": answer]), speed: 20) { instance in
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 10)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.writes.allSatisfy { $0.taken == 1 })
            #expect(record.writes.reduce(0) { $0 + $1.body } == 10)
            #expect(record.writes.filter { $0.body > 0 }.compactMap(\.offset) == Array(0..<10))
        }
    }

    @Test func `pauses are made and told, and the clock's speed counts for them`() async throws {
        let answer = Answer(body: .text("0123456789"), script: [.at(.byte(5), .pause(.seconds(2)))])
        try await playing(.of(["/x": answer]), speed: 1000) { instance in
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 10)
            let pause = try #require(await instance.end().exchanges.first?.pauses.first)
            #expect(pause.planned == .seconds(2) && pause.position == "5B")
            #expect(try #require(pause.actual) >= .milliseconds(2))
        }
    }

    @Test func `a small plain answer is one write, a large one goes in pieces of 64 KiB`() async throws {
        let answers = [
            "/small": Answer(body: .pattern(1000), framing: .chunked),
            "/large": Answer(body: .pattern(150_000), framing: .chunked),
        ]
        try await playing(.of(answers)) { instance in
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/small")
            _ = try await client.fetch("/large")
            let journal = await instance.end()
            #expect(journal.exchanges[0].writes.count == 1)
            #expect(journal.exchanges[1].writes.reduce(0) { $0 + $1.body } == 150_000)
            #expect(journal.exchanges[1].writes.allSatisfy { $0.body <= 65_536 })
        }
    }
}
