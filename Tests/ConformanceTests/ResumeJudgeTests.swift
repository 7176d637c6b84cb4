import AdapterProtocol
import HTTPMessages
import Testing

@testable import Conformance
@testable import FixtureServer

/// Oracle table 2 as the judge reads it: the same answer, and a client that reacts rightly and one that does not.
@Suite(.timeLimit(.minutes(5))) struct `The judge of a resumed transfer` {
    private static let rest: HTTPFields = ["Content-Range": "bytes 6-9/10"]

    @Test func `has nothing to say when the rest comes and is taken`() throws {
        var story = try ResumedStory()
        let answer = ResumedStory.answer(206, Self.rest, served: 6..<10)
        story.answers = [answer]
        story.events = [story.shown(answer, at: 6)] + story.piece(6..<10) + story.complete(10)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")
    }

    @Test func `wants the total remembered that a star does not tell again`() throws {
        var story = try ResumedStory()
        let answer = ResumedStory.answer(206, ["Content-Range": "bytes 6-9/*"], served: 6..<10)
        story.answers = [answer]
        story.events = [story.shown(answer, at: 6)] + story.piece(6..<10) + story.complete(10)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")

        story.events[0] = story.shown(answer, expected: nil, at: 6)
        #expect(story.verdicts == ["b.expected": .fail(.wrongLength)])
    }

    @Test func `wants a part that is shorter than its range refused, not taken for the whole`() throws {
        var story = try ResumedStory()
        let answer = ResumedStory.answer(206, Self.rest, served: 6..<8)
        story.answers = [answer]
        story.events =
            [story.shown(answer, at: 6)] + story.piece(6..<8) + story.failed(.incompleteBody, total: 8, holding: 8)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")

        story.events = [story.shown(answer, at: 6)] + story.piece(6..<8) + story.complete(8)
        #expect(story.verdicts["b.outcome"] == .fail(.silentTruncation))
    }

    @Test func `lets a client leave at a head that it must refuse`() throws {
        var story = try ResumedStory()
        var answer = ResumedStory.answer(200, Self.rest, served: 6..<10)
        answer.framingComplete = false
        answer.bodySent = 2
        answer.reason = .left
        answer.departure = .init(kind: .fin, time: .milliseconds(36), silence: .milliseconds(1), bodySent: 2)
        story.answers = [answer]
        story.events = story.failed(.rangeMismatch, total: 0, holding: 6)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")

        story.events = story.failed(.decode, total: 0, holding: 6)
        #expect(story.verdicts["b.error"] == .fail(.wrongError))
    }

    @Test func `wants a refusal called by a right name`() throws {
        var story = try ResumedStory()
        let answer = ResumedStory.answer(206, Self.rest, served: 6..<8)
        story.answers = [answer]
        var failure = story.failed(.incompleteBody, total: 8, holding: 8)
        failure[1] = .end(
            .init(
                t: "b", outcome: .failed, total: 8, hash: Story.hash(8),
                error: .init(kind: .decode, code: -1015, domain: "NSURLErrorDomain")))
        story.events = [story.shown(answer, at: 6)] + story.piece(6..<8) + failure
        #expect(story.verdicts == ["b.error": .fail(.wrongError)])
    }

    @Test func `knows an answer about another length for useless`() throws {
        var story = try ResumedStory()
        let useless = ResumedStory.answer(206, ["Content-Range": "bytes 6-9/99"], served: 6..<10)
        let whole = ResumedStory.answer(200, served: 0..<10, range: nil)
        story.answers = [useless, whole]
        story.events = [story.shown(whole)] + story.piece(0..<10) + story.complete(10)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")

        story.answers = [useless]
        story.events = [story.shown(useless, expected: 99, at: 6)] + story.piece(6..<10, of: 99) + story.complete(10)
        #expect(story.verdicts["b.resumed-at"] == .fail(.wrongOffset))
    }

    @Test func `takes a rest in two parts for one answer`() throws {
        var story = try ResumedStory()
        let part = ResumedStory.answer(206, ["Content-Range": "bytes 6-7/10"], served: 6..<8)
        let last = ResumedStory.answer(206, ["Content-Range": "bytes 8-9/10"], served: 8..<10, range: "bytes=8-")
        story.answers = [part, last]
        story.events = [story.shown(part, at: 6)] + story.piece(6..<8) + story.piece(8..<10) + story.complete(10)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")
    }

    @Test func `wants no client to ask for scraps for ever`() throws {
        var story = try ResumedStory()
        let part = ResumedStory.answer(206, ["Content-Range": "bytes 6-7/10"], served: 6..<8)
        let scrap = ResumedStory.answer(206, ["Content-Range": "bytes 8-8/10"], served: 8..<9, range: "bytes=8-")
        story.answers = [part, scrap]
        story.events =
            [story.shown(part, at: 6)] + story.piece(6..<8) + story.piece(8..<9)
            + story.failed(.incompleteBody, total: 9, holding: 9)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")
    }

    @Test func `counts a redirect on the way for nothing`() throws {
        var story = try ResumedStory()
        let hop = ResumedStory.answer(302, ["Location": "/y"], served: 0..<0)
        let answer = ResumedStory.answer(206, Self.rest, served: 6..<10)
        story.answers = [hop, answer]
        story.events = [story.shown(answer, at: 6)] + story.piece(6..<10) + story.complete(10)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")
    }

    @Test func `wants the bytes kept when no answer came`() throws {
        var story = try ResumedStory()
        story.answers = [ResumedStory.unanswered]
        story.events = story.failed(.connectionLost, total: 0, holding: 6)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")

        story.events = story.failed(.connectionLost, total: 0, holding: nil)
        #expect(story.verdicts == ["b.resume-data": .fail(.noResumeData)])
    }

    @Test func `takes the word that everything is there for the length of the whole`() throws {
        var story = try ResumedStory(sent: 10)
        let answer = ResumedStory.answer(
            416, ["Content-Range": "bytes */10"], served: nil, length: 31, range: "bytes=10-")
        story.answers = [answer]
        story.events = [story.shown(answer, at: 10)] + story.complete(10)
        #expect(story.verdicts.isEmpty, "\(story.verdicts)")

        story.events = [story.shown(answer, expected: 31, at: 10)] + story.complete(10)
        #expect(story.verdicts == ["b.expected": .fail(.wrongLength)])
    }

    @Test func `counts the bytes held once a resumed head says where it goes on`() {
        var state = RunState()
        state.begin(resumed: "b", from: "a")
        state.take(.started(t: "b"))
        let exchange = ExchangeID(1)
        state.take(.held(at: 6, by: exchange))
        #expect(state.shortfall(of: .gate("again", count: 1)) != nil)
        state.take(.head(.init(t: "b", status: 206, headers: [], expected: 10, resumedAt: 6)))
        #expect(state.shortfall(of: .gate("again", count: 1)) == nil)
    }
}

extension JournalEvent {
    /// A gate that an exchange of the transfer `b` reached with its head.
    fileprivate static func held(at offset: Int64, by exchange: ExchangeID) -> JournalEvent {
        JournalEvent(
            number: 0, time: .zero, connection: nil, exchange: exchange, transfer: "b",
            kind: .held(gate: "again", offset: offset, sent: 0))
    }
}
