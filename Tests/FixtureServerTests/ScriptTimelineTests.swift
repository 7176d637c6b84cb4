import HTTPMessages
import Scenarios
import Testing

@testable import FixtureServer

/// The script of an answer laid over its bytes, read as a transcript.
@Suite(.timeLimit(.minutes(5))) struct ScriptTimelineTests {
    /// Lays out an answer with a head of 100 bytes over a representation of 1000.
    private func transcript(
        _ script: [Step], content: [AnswerPlan.Segment] = [.representation(0..<1000)], tail: Int = 5,
        early: Int64? = nil
    ) -> [String] {
        let plan = AnswerPlan(head: nil, framing: .chunked, content: content, keepsConnection: true)
        let timeline = ScriptTimeline(script: script, plan: plan, headLength: 100, tailLength: tail, early: early) {
            $0.resolve(length: 1000) { $0 == "m" ? 250 : nil }
        }
        return timeline.entries.map(\.words) + timeline.unreachable
    }

    @Test func `without a script everything goes out in one stretch`() {
        #expect(transcript([]) == ["receive all", "head 0..<100", "content 0..<1000", "tail 0..<5", "finish"])
    }

    @Test func `every position has its place in wire order`() {
        let script: [Step] = [
            .at(.request(0), .hold(gate: "a")), .at(.request(10), .hold(gate: "b")), .at(.head(0), .hold(gate: "c")),
            .at(.head(20), .hold(gate: "d")), .at(.body, .hold(gate: "e")), .at(.percent(60), .hold(gate: "f")),
            .at(.end(0), .hold(gate: "g")), .at(.end(2), .hold(gate: "h")), .at(.done, .hold(gate: "i")),
        ]
        let expected = [
            "hold a at request", "receive 10", "hold b at request+10B", "receive all", "hold c at head", "head 0..<20",
            "hold d at head+20B", "head 20..<100", "hold e at body", "content 0..<600", "hold f at 60%",
            "content 600..<1000", "hold g at end", "tail 0..<2", "hold h at end+2B", "tail 2..<5", "finish",
            "hold i at done",
        ]
        #expect(transcript(script) == expected)
        #expect(transcript(script.reversed()) == expected)
    }

    @Test func `several steps at one position keep their order, and nothing lies between`() {
        let script: [Step] = [.at(.percent(25), .hold(gate: "a")), .at(.offset(.marker("m", delta: 0)), .cut(.rst))]
        #expect(
            transcript(script)[2...].elementsEqual([
                "content 0..<250", "hold a at 25%", "cut rst at marker:m", "content 250..<1000", "tail 0..<5", "finish",
            ]))
    }

    @Test(arguments: [
        (600, ["content 600..<1000"]), (599, ["content 599..<600", "cut fin at 60%", "content 600..<1000"]),
        (0, ["content 0..<600", "cut fin at 60%", "content 600..<1000"]),
    ])
    func `an answer that starts behind an offset passes over it`(start: Int, expected: [String]) {
        let entries = transcript([.at(.percent(60), .cut(.fin))], content: [.representation(Int64(start)..<1000)])
        #expect(entries.filter { $0.hasPrefix("content") || $0.hasPrefix("cut") } == expected)
    }

    @Test func `offsets at both ends of a body are come to`() {
        let script: [Step] = [.at(.byte(0), .hold(gate: "a")), .at(.percent(100), .hold(gate: "b"))]
        #expect(
            transcript(script, tail: 0)[2...].elementsEqual([
                "hold a at 0B", "content 0..<1000", "hold b at 100%", "finish",
            ]))
    }

    @Test func `what an answer cannot come to is said`() {
        let script: [Step] = [
            .at(.head(200), .cut(.fin)), .at(.percent(60), .cut(.fin)), .at(.byte(2000), .cut(.rst)),
            .at(.end(9), .pause(.seconds(1))),
        ]
        #expect(
            transcript(script, content: [.representation(0..<100)])[5...].elementsEqual([
                "cut fin at head+200B has no effect: the head has 100 bytes",
                "cut fin at 60% has no effect: the answer ends at 100 B",
                "cut rst at 2000B has no effect: the body has no such place",
                "pause 1.0 seconds at end+9B has no effect: the end has 5 bytes",
            ]))
        #expect(
            transcript([.at(.percent(60), .cut(.fin))], content: [], tail: 0).last
                == "cut fin at 60% has no effect: the answer carries no single part of the body")
    }

    @Test func `an early answer does not wait for the request's content`() {
        #expect(transcript([], early: 0).first == "head 0..<100")
        #expect(transcript([], early: 7).first == "receive 7")
    }
}

extension ScriptTimeline.Entry {
    /// The entry in a few words.
    var words: String {
        switch self {
        case .receive(.max): "receive all"
        case .receive(let goal): "receive \(goal)"
        case .head(let range): "head \(range)"
        case .content(.representation(let range)): "content \(range)"
        case .content(.bytes(let bytes)): "bytes \(bytes.count)"
        case .tail(let range): "tail \(range)"
        case .finish: "finish"
        case .step(let action, let place): "\(action.phrase) at \(place.position.text)"
        }
    }
}
