import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// What a gate holds back, and whom it lets go.
@Suite(.timeLimit(.minutes(5))) struct GateTests {
    @Test(arguments: [Answer.Framing.length, .chunked, .untilClose])
    func `nothing behind a gate is sent before it opens, and everything in front is`(
        _ framing: Answer.Framing
    ) async throws {
        let answer = Answer(
            body: .pattern(10_000), framing: framing, script: [.at(.percent(25), .hold(gate: "quarter"))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x", ["Sluice-Transfer: a"])
            let held = try #require(await instance.wait(limit: .ample) { $0.isHold(at: "quarter") })
            #expect(held.transfer == "a")
            guard case .held(_, offset: 2500, sent: 2500) = held.kind else {
                return #expect(Bool(false), "held as \(held.kind)")
            }
            // Everything in front is on its way; a journal that says 2500 were taken leaves no room for more.
            let record = try #require(await instance.journal().exchanges.first)
            #expect(record.bodySent == 2500 && record.holds.first?.released == nil)
            #expect(await instance.held("quarter") == [record.id])
            await instance.open("quarter")
            #expect(
                await Octets(client.response().body) == Octets(PatternStream(seed: 0).bytes(from: 0, count: 10_000)))
            let hold = try #require(await instance.end().exchanges.first?.holds.first)
            #expect(hold.position == "25%" && hold.offset == 2500)
            #expect(try #require(hold.released) > hold.time)
        }
    }

    @Test(arguments: [
        (Position.request(0), 0, "request"), (.head(0), 0, "head"), (.head(20), 20, "head+20B"), (.body, -1, "body"),
        (.byte(1), -2, "1B"), (.end(0), -11, "end"),
    ])
    func `a hold stops at each position on the way`(position: Position, bytes: Int, name: String) async throws {
        let answer = Answer(body: .text("0123456789"), framing: .untilClose, script: [.at(position, .hold(gate: "g"))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "g") } != nil)
            let record = try #require(await instance.journal().exchanges.first)
            let headLength = record.response?.bytes.bytes.count ?? 0
            // Negative: the whole head and one byte less of the body.
            let expected = bytes >= 0 ? bytes : headLength - bytes - 1
            #expect(record.writes.reduce(0) { $0 + $1.taken } == expected)
            #expect(await client.receive(atLeast: expected).count == expected)
            #expect(record.holds.first?.position == name)
            await instance.open("g")
            #expect(await client.response().body.count == 10)
        }
    }

    @Test func `a gate is one latch for all, opened for the longest waiting first`() async throws {
        let answer = Answer(body: .text("through"), script: [.at(.head(0), .hold(gate: "door"))])
        try await playing(.of(["/x": answer])) { instance in
            var clients: [WireClient] = []
            for number in 1...3 {
                let client = try await WireClient(instance.url)
                try await client.get("/x")
                clients.append(client)
                #expect(
                    await instance.wait(limit: .ample) {
                        $0.isHold(at: "door") && $0.exchange?.number == number
                    } != nil)
            }
            #expect(await instance.held("door").map(\.number) == [1, 2, 3])
            await instance.open("door", count: 2)
            #expect(await clients[0].response().body.count == 7)
            #expect(await clients[1].response().body.count == 7)
            #expect(await instance.held("door").map(\.number) == [3])
            await instance.open("door")
            #expect(await clients[2].response().body.count == 7)
            // For ever: whoever comes now is not held.
            #expect(try await clients[0].fetch("/x").body.count == 7)
        }
    }

    @Test func `opening for a count does not let latecomers through`() async throws {
        let answer = Answer(body: .text("through"), script: [.at(.head(0), .hold(gate: "door"))])
        try await playing(.of(["/x": answer])) { instance in
            await instance.open("door", count: 5)
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "door") } != nil)
            #expect(await instance.held("door").count == 1)
        }
    }

    @Test func `the gate forever never opens, and the end of the instance frees who waits there`() async throws {
        let answer = Answer(body: .text("never"), script: [.at(.body, .hold(gate: Step.forever))])
        try await playing(.of(["/x": answer]), gates: .openWhenReached) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: Step.forever) } != nil)
            await instance.open(Step.forever)
            #expect(await instance.held(Step.forever).count == 1)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.reason == .stopped && record.holds.first?.released == nil)
        }
    }

    @Test func `a server without anyone to open gates opens each as it is reached`() async throws {
        let answer = Answer(body: .pattern(1000), script: [.at(.percent(50), .hold(gate: "half"))])
        try await playing(.of(["/x": answer]), gates: .openWhenReached) { instance in
            let client = try await WireClient(instance.url)
            #expect(try await client.fetch("/x").body.count == 1000)
            let hold = try #require(await instance.end().exchanges.first?.holds.first)
            #expect(hold.released == hold.time)
        }
    }
}

extension JournalEvent {
    /// Whether an exchange came to this gate.
    func isHold(at name: String) -> Bool {
        if case .held(let gate, _, _) = kind { gate == name } else { false }
    }

    /// Whether the exchange is over.
    var isEnd: Bool {
        if case .ended = kind { true } else { false }
    }
}
