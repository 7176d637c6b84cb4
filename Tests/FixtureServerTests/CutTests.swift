import EventLoop
import FixtureServer
import HTTPMessages
import HTTPWire
import Scenarios
import TestSupport
import Testing

/// What arrives of an answer that is cut, and what the journal says of it.
@Suite(.timeLimit(.minutes(5))) struct CutTests {
    @Test(arguments: [Answer.Framing.length, .chunked, .untilClose], [Step.Cut.fin, .rst])
    func `the prefix in front of a cut is exact to the byte`(framing: Answer.Framing, cut: Step.Cut) async throws {
        let answer = Answer(
            body: .pattern(300_001), framing: framing, script: [.at(.percent(60), .cut(cut))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            let response = await client.response()
            #expect(Octets(response.body) == Octets(PatternStream(seed: 0).bytes(from: 0, count: 180_000)))
            let end = await client.receiveAll()
            #expect(end == (cut == .fin ? .fin : .reset))
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.bodySent == 180_000 && record.reason == .cut && !record.framingComplete)
            #expect(record.cut?.kind.rawValue == cut.rawValue)
            #expect(record.cut?.offset == 180_000 && record.cut?.position == "60%")
            #expect(cut == .fin || record.cut?.unacknowledged == 0)
        }
    }

    @Test(arguments: [Position.request(0), .head(0), .head(30), .body, .end(0)])
    func `a cut is made at each position on the way`(_ position: Position) async throws {
        let answer = Answer(body: .text("0123456789"), framing: .chunked, script: [.at(position, .cut(.fin))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await client.receiveAll() == .fin)
            let received = await client.received
            let record = try #require(await instance.end().exchanges.first)
            #expect(received.count == record.writes.reduce(0) { $0 + $1.taken })
            let head = record.response?.bytes.bytes.count ?? 0
            switch position {
            case .request, .head(0): #expect(received.isEmpty)
            case .head: #expect(received.count == 30)
            case .body: #expect(received.count == head)
            case .end: #expect(String(decoding: received[head...], as: UTF8.self) == "a\r\n0123456789\r\n")
            default: #expect(Bool(false), "not tested: \(position)")
            }
        }
    }

    @Test func `a cut met once is not met by the request that resumes behind it`() async throws {
        let answer = Answer(body: .pattern(1000), script: [.at(.percent(60), .cut(.rst))])
        try await playing(.of(["/x": answer])) { instance in
            let first = try await WireClient(instance.url)
            try await first.get("/x")
            #expect(await first.response().body.count == 600)
            let second = try await WireClient(instance.url)
            let rest = try await second.fetch("/x", ["Range: bytes=600-"])
            #expect(rest.head.status == 206 && rest.body == PatternStream(seed: 0).bytes(from: 600, count: 400))
            // Before the cut it is met again, at the same byte.
            let third = try await WireClient(instance.url)
            try await third.get("/x", ["Range: bytes=500-"])
            #expect(await third.response().body == PatternStream(seed: 0).bytes(from: 500, count: 100))
        }
    }

    @Test func `what the script never came to is told`() async throws {
        let answer = Answer(
            body: .pattern(1000), script: [.at(.percent(40), .hold(gate: "g")), .at(.percent(60), .cut(.rst))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "g") } != nil)
            await client.close()
            #expect(await instance.wait(limit: .ample) { $0.isEnd } != nil)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.withoutEffect == ["cut rst at 60% not reached: the client left at 40%"])
        }
    }

    @Test func `steps outside of what is served are told`() async throws {
        let answer = Answer(
            body: .pattern(1000),
            script: [.at(.percent(60), .cut(.rst)), .at(.offset(.marker("m", delta: 0)), .cut(.fin))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            #expect(try await client.fetch("/x", ["Range: bytes=0-99"]).body.count == 100)
            #expect(try await client.fetch("/x", method: .head).head.status == 200)
            let told = await instance.end().exchanges.map(\.withoutEffect)
            #expect(
                told.first == [
                    "cut rst at 60% has no effect: the answer ends at 100 B",
                    "cut fin at marker:m has no effect: the body has no such place",
                ])
            #expect(told.last?.count == 2)
        }
    }
}
