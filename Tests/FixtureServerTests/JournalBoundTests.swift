import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// How much memory a journal may take, whatever clients send.
@Suite(.timeLimit(.minutes(5))) struct JournalBoundTests {
    /// A plain answer, which has a short record, and one that is played.
    static let answers = [Answer(body: .text("hello")), Answer(body: .text("hello"), framing: .chunked)]

    @Test(arguments: answers)
    func `heads of any length are kept up to the limit, the newest longest`(answer: Answer) async throws {
        let limits = FixtureServer.Limits(journalBytes: 300_000)
        try await playing(.of(["/x": answer]), limits: limits) { instance in
            let client = try await WireClient(instance.url)
            let field = "X-Long: " + String(repeating: "x", count: 30_000)
            for _ in 1...30 { _ = try await client.fetch("/x", [field]) }
            let journal = await instance.end()
            #expect(journal.exchanges.count + journal.exchangesDropped == 30)
            #expect(journal.exchanges.last?.id == ExchangeID(30))
            let bytes = journal.exchanges.reduce(0) { $0 + $1.request.bytes.bytes.count }
            #expect(bytes > 60_000 && bytes < 300_000)
            #expect(journal.summary.contains("forgotten: the first \(journal.exchangesDropped) exchanges"))
        }
    }

    @Test func `events have the client's words, and are kept up to the limit too`() async throws {
        let limits = FixtureServer.Limits(journalBytes: 300_000)
        try await playing(.of([:]), limits: limits) { instance in
            let client = try await WireClient(instance.url)
            for number in 1...30 {
                _ = try await client.fetch("/\(number)?" + String(repeating: "x", count: 30_000))
            }
            await instance.end()
            let events = await Array(instance.events)
            guard case .missed(let count)? = events.first?.kind else {
                return #expect(Bool(false), "first is \(String(describing: events.first))")
            }
            #expect(events[1].number == count && count > 30)
            let bytes = events.reduce(0) { sum, event in
                if case .requested(_, let target, _) = event.kind { sum + target.utf8.count } else { sum }
            }
            #expect(bytes > 60_000 && bytes < 300_000)
            #expect(await client.received.count > 0)
        }
    }

    @Test func `who is forgotten while being served is served on, and its writes take no room`() async throws {
        let limits = FixtureServer.Limits(journalBytes: 60_000)
        let held = Answer(body: .pattern(1000), framing: .chunked, script: [.at(.percent(50), .hold(gate: "half"))])
        let crumbs = Answer(
            body: .pattern(3000), pace: .writes(WriteSchedule(size: 1, interval: .microseconds(1))))
        try await playing(.of(["/held": held, "/crumbs": crumbs]), clock: .manual, limits: limits) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/held")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "half") } != nil)
            let other = try await WireClient(instance.url)
            try await other.get("/crumbs")
            let begun = await instance.wait(limit: .ample) {
                if case .requested = $0.kind { $0.exchange == ExchangeID(2) } else { false }
            }
            #expect(begun != nil)
            await instance.advance(by: .seconds(1))
            #expect(await other.response().body.count == 3000)
            #expect(await instance.record(of: ExchangeID(1)) == nil)
            await instance.open("half")
            #expect(await client.response().body.count == 1000)
            let journal = await instance.end()
            #expect(journal.exchanges.map(\.id) == [ExchangeID(2)] && journal.exchangesDropped == 1)
            // The newest is kept although it is too large.
            #expect(journal.exchanges.first?.writes.count == 3001 && journal.exchanges.first?.reason == .complete)
        }
    }
}
