import AdapterProtocol
import FixtureServer
import HTTPMessages
import Testing

@testable import Conformance

/// What the server did is looked at before anything is proved by it.
@Suite(.timeLimit(.minutes(5))) struct `The judge of a delivery` {
    private static func story(_ answer: String, clock: Bool = false) throws -> Story {
        try Story(answer: answer, tags: clock ? "clock" : "slow")
    }

    private static func write(_ body: Int, taken: Int? = nil, at milliseconds: Int = 6) -> ExchangeRecord.Write {
        .init(
            time: .milliseconds(milliseconds), offset: body > 0 ? 0 : nil, body: body, length: taken ?? body,
            taken: taken ?? body)
    }

    @Test(arguments: [(1, Verdict?.none), (6, .blocked)]) func `proves nothing when a write is longer than the split`(
        taken: Int, verdict: Verdict?
    ) throws {
        var story = try Self.story("split: 1B@1ms")
        story.exchanges[0].writes = [Self.write(1, taken: taken)]
        #expect(story.verdicts["/x.played"] == verdict)
    }

    @Test(arguments: [(4, Verdict?.none), (5, .blocked)]) func `proves nothing when a piece is longer than the pace`(
        body: Int, verdict: Verdict?
    ) throws {
        var story = try Self.story("pace: 4B@1ms")
        story.exchanges[0].writes = [Self.write(body, taken: body + 100)]
        #expect(story.verdicts["/x.played"] == verdict)
    }

    @Test(
        arguments: [(4, .length, nil), (5, .length, .blocked), (40, .chunked, nil)]
            as [(Int, ExchangeRecord.Framing, Verdict?)])
    func `measures the pieces of a code as they went, and not what they represent`(
        taken: Int, framing: ExchangeRecord.Framing, verdict: Verdict?
    ) throws {
        var story = try Self.story("encoding: gzip, pace: 4B@1ms")
        story.exchanges[0].coding = .init(name: "gzip")
        story.exchanges[0].framing = framing
        story.exchanges[0].writes = [Self.write(0, taken: 200), Self.write(10, taken: taken)]
        #expect(story.verdicts["/x.played"] == verdict)
    }

    @Test(arguments: [(10, Verdict?.none), (14, .blocked)])
    func `proves nothing when an answer by the clock was ahead of its rate`(body: Int, verdict: Verdict?) throws {
        // The request came at 5 ms: ten bytes are due at 15 ms.
        var story = try Self.story("pace: 1000B/s", clock: true)
        story.exchanges[0].writes = [Self.write(5, at: 10), Self.write(body - 5, at: 15)]
        #expect(story.verdicts["/x.played"] == verdict)
    }

    @Test(arguments: [(31, nil), (30, .fail(.lostBytes)), (32, .fail(.phantomBytes))] as [(Int, Verdict?)])
    func `knows the length of content that is of no version`(total: Int, verdict: Verdict?) throws {
        var story = try Story()
        story.exchanges[0].response?.head.status = 416
        story.exchanges[0].response?.head.fields.set("Content-Length", "31")
        story.exchanges[0].served = nil
        story.exchanges[0].bodySent = 0
        story.events = [
            .started(t: "a"),
            .head(.init(t: "a", status: 416, headers: [.init("ETag", "\"v1\"")], expected: 31)),
            .bytes(.init(t: "a", count: total, total: total, from: 0)),
            .progress(.init(t: "a", done: total, expected: 31)),
            .end(.init(t: "a", outcome: .complete, total: total, hash: "of something else")),
        ]
        #expect(story.verdicts["a.body"] == verdict)
    }

    @Test(arguments: [("3ms..", Verdict?.none), ("4ms..", .fail(.wrongCount))])
    func `measures how long an exchange lived to its own end`(bounds: String, verdict: Verdict?) throws {
        let story = try Story(answer: "framing: length", tags: "clock", must: "/x#1: { lived: \(bounds) }")
        #expect(story.verdicts["/x#1.lived"] == verdict)
    }
}
