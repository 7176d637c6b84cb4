import HTTPWire
import Scenarios
import TestSupport
import Testing

@testable import FixtureServer

/// The line that all connections of an instance share.
@Suite(.timeLimit(.minutes(5))) struct LinkScheduleTests {
    /// The share as size@milliseconds.
    private func share(_ line: inout LinkSchedule, of wanted: Int64, at milliseconds: Int) -> String {
        let (size, due) = line.share(of: wanted, at: .milliseconds(milliseconds))
        return "\(size)@\(Int(due / .milliseconds(1)))"
    }

    @Test func `shares follow each other, and each is due when its last byte has left the line`() {
        var line = LinkSchedule(rate: 5000)
        #expect(share(&line, of: 250, at: 0) == "100@20")
        #expect(share(&line, of: 70, at: 0) == "70@34")
        #expect(share(&line, of: 150, at: 20) == "100@54")
        #expect(share(&line, of: 50, at: 54) == "50@64")
    }

    @Test func `what nobody used is not saved up`() {
        var line = LinkSchedule(rate: 5000)
        #expect(share(&line, of: 100, at: 0) == "100@20")
        #expect(share(&line, of: 100, at: 10_000) == "100@10020")
        #expect(share(&line, of: 100, at: 10_000) == "100@10040")
    }

    @Test(arguments: [1, 3, 49, 50, 999, 27_720, 1 << 20, 7_777_777, Int64(1) << 33])
    func `the sum is never ahead of the rate, from a byte a second on`(rate: Int64) {
        var line = LinkSchedule(rate: rate)
        var sum: Int64 = 0
        for number in 0..<500 {
            let (size, due) = line.share(of: Int64(1 + number * number), at: .zero)
            sum += size
            #expect(size >= 1 && size <= max(1, min(rate / 50, 65_536)))
            // Exact: bytes in attoseconds against the rate in attoseconds.
            let (seconds, attoseconds) = due.components
            let carried = Int128(rate) * (Int128(seconds) * 1_000_000_000_000_000_000 + Int128(attoseconds))
            #expect(Int128(sum) * 1_000_000_000_000_000_000 <= carried)
        }
    }
}

/// The same line with connections on it.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    private func scenario(_ answer: Answer, link: Int64) -> Scenario {
        var scenario = Scenario.of(["/x": answer])
        scenario.link = link
        return scenario
    }

    @Test(arguments: [BodySource.pattern(3000), .file("images/aurora.jpg")])
    func `nothing goes around the line: no small answer at once, no file straight from its cache`(
        body: BodySource
    ) async throws {
        try await playing(scenario(Answer(body: body), link: 500_000), speed: 50) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response.completeness == .complete)
            let writes = try #require(await instance.end().exchanges.first?.writes)
            #expect(writes.allSatisfy { $0.taken <= 10_000 })
            #expect(writes.reduce(0) { $0 + $1.body } == response.body.count)
        }
    }

    @Test func `connections take turns, and their sum is never ahead`() async throws {
        let answer = Answer(body: .pattern(2000), script: [.at(.body, .hold(gate: "go"))])
        try await playing(scenario(answer, link: 5000), speed: 20) { instance in
            let clients = try await [
                WireClient(instance.url), WireClient(instance.url), WireClient(instance.url),
            ]
            for client in clients { try await client.get("/x") }
            for number in 1...3 {
                _ = await instance.wait(limit: .ample) { $0.isHold(at: "go") && $0.connection?.number == number }
            }
            await instance.open("go")
            for client in clients { #expect(await client.response().body.count == 2000) }
            let journal = await instance.end()
            let writes = journal.exchanges.flatMap { exchange in
                exchange.writes.filter { $0.body > 0 }.map { (exchange: exchange.id, write: $0) }
            }.sorted { $0.write.time < $1.write.time }
            #expect(writes.count == 60 && writes.allSatisfy { $0.write.taken == 100 })
            // Until the first of them is done; a thread that was kept from running may let one of them go twice.
            var counts: [ExchangeID: Int] = [:]
            for write in writes {
                counts[write.exchange, default: 0] += 1
                guard counts.count == 3 else { continue }
                if counts.values.contains(20) { break }
                #expect((counts.values.max() ?? 0) - (counts.values.min() ?? 0) <= 3, "\(counts)")
            }
            let all = journal.exchanges.flatMap(\.writes).sorted { $0.time < $1.time }
            var sum = 0
            for write in all {
                sum += write.taken
                // The line's clock is a moment older than the journal.
                let milliseconds = (write.time + .milliseconds(1)) / .milliseconds(1)
                #expect(Double(sum) <= 5.0 * 20 * milliseconds)
            }
        }
    }

    @Test func `an instance ends although somebody waits for the line`() async throws {
        try await playing(scenario(Answer(body: .pattern(1000)), link: 1)) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isRequest } != nil)
            #expect(await instance.end().exchanges.first?.reason == .stopped)
        }
    }
}

extension JournalEvent {
    /// Whether a request was read.
    fileprivate var isRequest: Bool { if case .requested = kind { true } else { false } }
}
