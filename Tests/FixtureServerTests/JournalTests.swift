import Digests
import FixtureServer
import Fixtures
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// What the journal keeps, what it forgets, and who may read it.
@Suite(.timeLimit(.minutes(5))) struct JournalTests {
    @Test func `events come in order, to every reader from the start`() async throws {
        let answer = Answer(body: .text("hello"), framing: .chunked)
        try await playing(.of(["/x": answer])) { instance in
            let early = Task { await Array(instance.events) }
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/x", ["Sluice-Transfer: t"])
            await client.close()
            _ = await instance.wait(limit: .ample) { if case .closed = $0.kind { true } else { false } }
            await instance.end()
            let late = await Array(instance.events)
            let seen = await early.value
            #expect(seen.map(\.description) == late.map(\.description))
            #expect(seen.map(\.number) == Array(seen.indices))
            let record = try #require(await instance.journal().exchanges.first)
            let length = record.writes.reduce(0) { $0 + $1.taken }
            #expect(
                seen.map(\.kind.description) == [
                    "connected to main", "GET /x", "wrote \(length) B, 5 B of the body from byte 0", "over: complete",
                    "the client left (fin)", "closed", "the instance ended",
                ])
            #expect(seen[1].transfer == "t" && seen[3].transfer == "t" && seen[4].transfer == nil)
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.time <= $1.time })
        }
    }

    @Test func `a reader that comes too late is told how much it missed`() async throws {
        let limits = FixtureServer.Limits(journalExchanges: 3, journalEvents: 10)
        try await playing(.of(["/x": Answer(body: .text("hello"))]), limits: limits) { instance in
            let client = try await WireClient(instance.url)
            for _ in 1...7 { _ = try await client.fetch("/x") }
            let journal = await instance.end()
            #expect(journal.exchanges.map(\.id.number) == [5, 6, 7] && journal.exchangesDropped == 4)
            let events = await Array(instance.events)
            #expect(events.count == 11)
            guard case .missed(let count)? = events.first?.kind else {
                return #expect(Bool(false), "first is \(String(describing: events.first))")
            }
            #expect(events[1].number == count)
            #expect(await instance.record(of: ExchangeID(4)) == nil)
            #expect(await instance.record(of: ExchangeID(6))?.id == ExchangeID(6))
        }
    }

    @Test func `the writes of a long answer are kept up to the limit, the newest longest`() async throws {
        let limits = FixtureServer.Limits(journalWrites: 10)
        try await playing(.of(["/x": Answer(body: .pattern(2 << 20), framing: .chunked)]), limits: limits) { instance in
            _ = try await WireClient(instance.url).fetch("/x")
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.writes.count <= 10 && record.writesDropped > 20)
            #expect(record.bodySent == 2 << 20)
        }
    }

    @Test func `waiting ends when the limit is over`() async throws {
        try await playing(.of([:])) { instance in
            #expect(await instance.wait(limit: .milliseconds(10)) { _ in false } == nil)
        }
    }

    @Test func `versions have digests, from the manifest or computed, and prefixes too`() async throws {
        let answers = ["/a": Answer(body: .file("images/aurora.jpg")), "/b": Answer(body: .pattern(100_000))]
        try await playing(.of(answers)) { instance in
            let client = try await WireClient(instance.url)
            let picture = try await client.fetch("/a").body
            _ = try await client.fetch("/b", ["Range: bytes=10-19"])
            let records = await instance.end().exchanges
            let first = try #require(records[0].representation)
            let second = try #require(records[1].representation)
            #expect(first.sha256 == SHA256.digest(of: picture).hex)
            let whole = PatternStream(seed: 0).bytes(from: 0, count: 100_000)
            #expect(second.sha256 == SHA256.digest(of: whole).hex && second.length == 100_000)
            #expect(await instance.digest(of: second.id, prefix: 5000) == SHA256.digest(of: whole[..<5000]).hex)
            #expect(await instance.bytes(of: second.id, range: 99_990..<100_100) == Array(whole[99_990...]))
            #expect(await instance.digest(of: RepresentationID(99)) == nil)
        }
    }

    @Test func `attempts that share a body share its version, others do not`() async throws {
        let attempts = [
            Attempt(answer: Answer(body: .pattern(10), framing: .chunked), location: here),
            Attempt(answer: Answer(body: .pattern(11)), location: here),
        ]
        try await playing(.of(Answer(body: .pattern(10)), attempts: attempts)) { instance in
            let client = try await WireClient(instance.url)
            for _ in 1...3 { _ = try await client.fetch("/x") }
            let ids = await instance.end().exchanges.compactMap(\.representation?.id)
            #expect(ids[0] == ids[2] && ids[0] != ids[1])
        }
    }

    @Test func `a journal is JSON and back`() async throws {
        try await playing(.of(["/x": Answer(body: .text("hello"))])) { instance in
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/x", ["X-Odd: \u{e9}"])
            let journal = await instance.end()
            let data = try JSONEncoder().encode(journal)
            let copy = try JSONDecoder().decode(Journal.self, from: data)
            #expect(copy.exchanges.first?.request.bytes == journal.exchanges.first?.request.bytes)
            #expect(copy.exchanges.first?.line == journal.exchanges.first?.line)
        }
    }

    @Test func `the log's line says what happened in one line`() async throws {
        let answer = Answer(
            body: .pattern(1000), framing: .chunked, script: [.at(.percent(60), .cut(.rst))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/x", ["Range: bytes=500-", "Sluice-Transfer: b"])
            let line = try #require(await instance.end().exchanges.first?.line)
            #expect(line.hasPrefix("GET /x [b] 206 500-999/1000 chunked 100 B in 1 write, "))
            #expect(line.hasSuffix(" ms, cut by rst at 60%"))
        }
    }

    @Test func `too many connections are turned away and counted`() async throws {
        let limits = FixtureServer.Limits(connections: 2)
        try await playing(.of(["/x": Answer(body: .text("in"))]), limits: limits) { instance in
            let first = try await WireClient(instance.url)
            let second = try await WireClient(instance.url)
            _ = try await first.fetch("/x")
            _ = try await second.fetch("/x")
            let third = try await WireClient(instance.url)
            #expect(await third.receiveAll() != nil)
            #expect(await instance.end().connectionsRefused == 1)
        }
    }
}

extension Array {
    /// Everything that a sequence has until it ends.
    init<Source: AsyncSequence>(_ source: Source) async where Source.Element == Element, Source.Failure == Never {
        self = []
        for await element in source { append(element) }
    }
}
