import AdapterProtocol
import FixtureServer
import HTTPMessages
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `The judge` {
    @Test func `has nothing to say of a transfer in which everything is right`() throws {
        let findings = try Story().findings
        #expect(findings.allSatisfy { $0.verdict == .pass }, "\(findings.filter { $0.verdict != .pass })")
        #expect(findings.count > 10)
    }

    @Test func `sees a second end`() throws {
        var story = try Story()
        story.events.append(story.events[story.events.count - 1])
        #expect(story.verdicts == ["a.end": .fail(.twoEnds)])
    }

    @Test func `sees an event behind the end`() throws {
        var story = try Story()
        story.events.append(.progress(.init(t: "a", done: 10, expected: 10)))
        #expect(story.verdicts == ["a.after-end": .fail(.eventAfterEnd)])
    }

    @Test func `sees bytes that nobody sent`() throws {
        var story = try Story()
        story.events[4] = .bytes(.init(t: "a", count: 8, total: 12, from: 4))
        story.events[5] = .progress(.init(t: "a", done: 12, expected: 10))
        story.events[6] = .end(.init(t: "a", outcome: .complete, total: 12, hash: Story.hash(10)))
        #expect(story.verdicts["a.body"] == .fail(.phantomBytes))
    }

    @Test func `sees other bytes than those sent`() throws {
        var story = try Story()
        story.events[6] = .end(.init(t: "a", outcome: .complete, total: 10, hash: Story.hash(9)))
        #expect(story.verdicts == ["a.body": .fail(.wrongBody)])
    }

    @Test func `sees a body that is reported as complete and is not`() throws {
        var story = try Story()
        story.cut(.fin)
        story.events.append(.end(.init(t: "a", outcome: .complete, total: 6, hash: Story.hash(6))))
        #expect(story.verdicts["a.outcome"] == .fail(.silentTruncation))
    }

    @Test(
        arguments: [
            ("truncated", nil, .fail(.silentTruncation)), ("truncated", .decode, nil), ("bad-crc", .decode, nil),
            ("junk-after", .decode, nil), ("forced", .decode, .fail(.falseFailure)), ("forced", nil, nil),
            (nil, .decode, .fail(.falseFailure)), (nil, nil, nil),
        ] as [(String?, ErrorKind?, Verdict?)])
    func `a damaged code in correct framing must fail, and a sound one must not`(
        form: String?, error: ErrorKind?, verdict: Verdict?
    ) throws {
        var story = try Story(answer: "encoding: gzip")
        story.exchanges[0].coding = .init(name: "gzip", form: form)
        story.exchanges[0].response?.head.fields.set("Content-Encoding", "gzip")
        story.events.removeLast()
        let failure = error.map {
            AdapterEvent.Failure(kind: $0, code: -1015, domain: "NSURLErrorDomain", afterBytes: 10)
        }
        story.events.append(
            .end(
                .init(
                    t: "a", outcome: failure == nil ? .complete : .failed, total: 10, hash: Story.hash(10),
                    error: failure)))
        #expect(story.verdicts["a.outcome"] == verdict)
        #expect(story.verdicts["a.error"] == nil)
        // The length that was told is the code's, and must not be shown as the body's.
        #expect(story.verdicts["a.expected"] == .fail(.wrongLength))
    }

    @Test(
        arguments: [
            ("bad-crc", 10, nil), ("junk-after", 10, nil), ("bad-crc", 9, .fail(.falseFailure)),
            ("truncated", 10, .fail(.falseFailure)), (nil, 10, .fail(.falseFailure)),
        ] as [(String?, Int64, Verdict?)])
    func `who meets the damage of a code need not wait for the mark of its end`(
        form: String?, sent: Int64, verdict: Verdict?
    ) throws {
        var story = try Story(answer: "encoding: gzip")
        story.exchanges[0].coding = .init(name: "gzip", form: form)
        story.exchanges[0].bodySent = sent
        story.exchanges[0].framingComplete = false
        story.exchanges[0].reason = .left
        story.events.removeLast()
        let failure = AdapterEvent.Failure(kind: .decode, code: -1015, domain: "NSURLErrorDomain", afterBytes: 10)
        story.events.append(.end(.init(t: "a", outcome: .failed, total: 10, hash: Story.hash(10), error: failure)))
        #expect(story.verdicts["a.outcome"] == verdict)
        #expect(story.verdicts["a.error"] == nil)
    }

    @Test func `leaves the last line of a chunked body to the client, and nothing in front of it`() throws {
        for (place, verdict) in [("end+3B", nil), ("end+1B", Verdict.fail(.silentTruncation))] {
            var story = try Story(framing: "chunked")
            story.cut(.fin)
            story.exchanges[0].framing = .chunked
            story.exchanges[0].bodySent = 10
            story.exchanges[0].writes = [.init(time: .milliseconds(6), offset: 0, body: 10, length: 18, taken: 18)]
            story.exchanges[0].cut?.position = place
            story.events.append(.bytes(.init(t: "a", count: 4, total: 10, from: 6)))
            story.events.append(.end(.init(t: "a", outcome: .complete, total: 10, hash: Story.hash(10))))
            #expect(story.verdicts["a.outcome"] == verdict, "\(place)")
        }
    }

    @Test func `has no opinion of its own on what a client makes of raw bytes`() throws {
        var story = try Story()
        story.exchanges[0].response = nil
        story.events[4] = .bytes(.init(t: "a", count: 2, total: 6, from: 4))
        story.events[5] = .progress(.init(t: "a", done: 6, expected: 6))
        story.events[6] = .end(.init(t: "a", outcome: .complete, total: 6, hash: Story.hash(3)))
        #expect(story.verdicts["a.body"] == nil && story.verdicts["a.progress"] == nil)
    }

    @Test func `accepts the failure that a cut must be`() throws {
        var story = try Story()
        story.cut(.fin)
        let failure = AdapterEvent.Failure(
            kind: .incompleteBody, code: -1005, domain: "NSURLErrorDomain", afterBytes: 6)
        story.events.append(.end(.init(t: "a", outcome: .failed, total: 6, hash: Story.hash(6), error: failure)))
        #expect(story.verdicts.isEmpty)
    }

    @Test func `sees a failure called by a wrong name`() throws {
        var story = try Story()
        story.cut(.fin)
        let failure = AdapterEvent.Failure(kind: .decode, code: -1015, domain: "NSURLErrorDomain", afterBytes: 6)
        story.events.append(.end(.init(t: "a", outcome: .failed, total: 6, hash: Story.hash(6), error: failure)))
        #expect(story.verdicts == ["a.error": .fail(.wrongError)])
    }

    @Test func `sees a failure where everything came`() throws {
        var story = try Story()
        let failure = AdapterEvent.Failure(kind: .connectionLost, code: -1005)
        story.events[6] = .end(.init(t: "a", outcome: .failed, total: 10, hash: Story.hash(10), error: failure))
        #expect(story.verdicts["a.outcome"] == .fail(.falseFailure))
    }

    @Test func `sees bytes that came and were not handed over`() throws {
        var story = try Story()
        story.cut(.fin)
        let failure = AdapterEvent.Failure(kind: .incompleteBody, code: -1005, afterBytes: 4)
        story.events[2] = .bytes(.init(t: "a", count: 4, total: 4, from: 0))
        story.events.append(.end(.init(t: "a", outcome: .failed, total: 4, hash: Story.hash(4), error: failure)))
        #expect(story.verdicts == ["a.body": .fail(.lostBytes)])
    }

    @Test(arguments: [(12, 10), (3, 10), (4, 11)]) func `sees progress that is not that of the bytes`(
        done: Int, expected: Int
    ) throws {
        var story = try Story()
        story.events[3] = .progress(.init(t: "a", done: done, expected: expected))
        #expect(story.verdicts == ["a.progress": .fail(.progressLies)])
    }

    @Test func `sees totals that do not add up`() throws {
        var story = try Story()
        story.events[4] = .bytes(.init(t: "a", count: 5, total: 10, from: 4))
        #expect(story.verdicts == ["a.totals": .fail(.wrongTotal)])
    }

    @Test func `sees another status, other fields and another length than were sent`() throws {
        var story = try Story()
        story.events[1] = .head(.init(t: "a", status: 201, headers: [], expected: 9))
        #expect(story.verdicts["a.status"] == .fail(.wrongStatus))
        #expect(story.verdicts["a.fields"] == .fail(.wrongField))
        #expect(story.verdicts["a.expected"] == .fail(.wrongLength))
    }

    @Test func `sees bytes before the head`() throws {
        var story = try Story()
        story.events.swapAt(1, 2)
        #expect(story.verdicts["a.order"] == .fail(.outOfOrder))
    }

    @Test func `sees a request that nobody asked for`() throws {
        var story = try Story()
        story.exchanges.append(Story.exchange())
        #expect(story.verdicts["server.uninvited"] == .fail(.uninvitedRequest))
    }

    @Test func `sees descriptors and files that were left`() throws {
        var story = try Story()
        story.process.descriptors = .init(before: 7, after: 9, additional: ["socket:[1]", "socket:[2]"])
        story.process.filesLeft = ["forgotten.tmp"]
        let expected: [String: Verdict] = [
            "client.descriptors": .fail(.descriptorLeak), "client.files": .fail(.leftBehind),
        ]
        #expect(story.verdicts == expected)
    }

    @Test func `says crash, and nothing else, when the process died`() throws {
        var story = try Story()
        story.process.death = "killed by signal 11"
        let verdicts = story.verdicts
        #expect(verdicts["client.alive"] == .crash)
        #expect(verdicts["a.body"] == .blocked && verdicts["a.end"] == .blocked)
        #expect(verdicts.filter { $0.key != "client.alive" }.values.allSatisfy { $0 == .blocked })
    }

    @Test func `never blames the client for its adapter`() throws {
        var story = try Story()
        story.process.adapterFaults = ["a line is no event: hello"]
        #expect(story.verdicts["client.adapter"] == .adapterError)
        #expect(!story.verdicts.values.contains { $0.isFailure })
    }

    @Test(arguments: [
        (LaneRecord.Probe.released, false, Duration.zero, Verdict.fail(.hoards)),
        (.silent, false, .zero, .fail(.hang)),
        (.notMade, true, .zero, .blocked),
        (.released, false, .seconds(2), .inconclusive),
    ])
    func `tells what kept an await from being met`(
        probe: LaneRecord.Probe, isUnreached: Bool, heartbeat: Duration, expected: Verdict
    ) throws {
        var story = try Story()
        let evidence = LaneRecord.Evidence(
            missing: "a has reported 0 of the 5 bytes", isUnreached: isUnreached, ponged: true, heartbeat: heartbeat,
            probe: probe)
        story.lane = LaneRecord(
            awaits: [.init(check: "half", asked: "five bytes", result: .unmet(evidence))], isFinished: false)
        #expect(story.verdicts["half"] == expected)
    }

    @Test func `proves on the server's side that the scenario was played before it passes anything`() throws {
        var story = try Story()
        story.exchanges[0].withoutEffect = ["cut at 60% not reached"]
        #expect(story.verdicts == ["/x.played": .blocked])
    }

    @Test(arguments: [
        ("a: { status: 404 }", "transfer a has the status 404", "status 404", "status 200"),
        ("a: { total: 11B }", "transfer a hands over 11 bytes", "11 bytes", "10 bytes"),
        ("a: { expected: none }", "transfer a expects no number of bytes", "no number", "10 bytes"),
        ("\"/x#1\": { method: POST }", "request 1 for /x uses POST", "POST", "GET"),
        ("\"/x#1\": { range: bytes=3- }", "request 1 for /x has the Range bytes=3-", "Range: bytes=3-", "no Range"),
        ("/x: { requests: 2 }", "the resource /x gets 2 requests", "2 requests", "1 request"),
        ("server: { connections: 2.. }", "the server accepts at least 2 connections", "at least 2 connections", nil),
    ])
    func `what a file demands is said as a sentence`(
        check: String, demand: String, expected: String, actual: String?
    ) throws {
        let story = try Story(must: check)
        let finding = try #require(story.findings.first { $0.asked.hasPrefix("The scenario demands") })
        #expect(finding.asked == "The scenario demands that \(demand).")
        #expect(finding.expected == expected)
        if let actual { #expect(finding.actual == actual) }
    }

    @Test func `bytes without a digest are the adapter's fault, and never right`() throws {
        var story = try Story()
        let last = story.events.count - 1
        story.events[last] = .end(.init(t: "a", outcome: .complete, total: 10))
        #expect(story.verdicts["a.body"] == .adapterError)
    }
}
