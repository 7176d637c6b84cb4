import AdapterProtocol
import Scenarios
import Testing

@testable import Conformance
@testable import FixtureServer

/// Connections that are cut or held before a request is read, as the judge and the runner see them.
@Suite(.timeLimit(.minutes(5))) struct `The judge of connections cut at accept` {
    private func story(
        _ cut: ExchangeRecord.Cut.Kind?, _ end: AdapterEvent.End.Outcome, _ kind: ErrorKind? = nil
    ) throws -> Story {
        var story = try Story()
        story.exchanges = []
        var connection = ConnectionRecord(id: ConnectionID(1), origin: "main", opened: .milliseconds(5))
        connection.closed = .milliseconds(7)
        connection.cut = cut.map { .init(kind: $0, position: "accept", offset: nil, time: .zero, unacknowledged: 0) }
        story.connections = [connection]
        let error = kind.map { AdapterEvent.Failure(kind: $0, code: nil, domain: "test", afterBytes: 0) }
        story.events = [
            .started(t: "a"), .end(.init(t: "a", outcome: end, total: 0, hash: Story.hash(0), error: error)),
        ]
        return story
    }

    @Test(arguments: [ExchangeRecord.Cut.Kind.fin, .rst])
    func `wants a failure, and calls it a lost connection`(cut: ExchangeRecord.Cut.Kind) throws {
        #expect(try story(cut, .failed, .connectionLost).verdicts["a.outcome"] == nil)
        #expect(try story(cut, .failed, .connectionLost).verdicts["a.error"] == nil)
        #expect(try story(cut, .failed, .badFraming).verdicts["a.error"] == .fail(.wrongError))
        #expect(try story(cut, .complete).verdicts["a.outcome"] == .fail(.silentTruncation))
    }

    @Test func `lets a reset be called a refusal, and not an end`() throws {
        #expect(try story(.rst, .failed, .refused).verdicts["a.error"] == nil)
        #expect(try story(.fin, .failed, .refused).verdicts["a.error"] == .fail(.wrongError))
    }

    @Test func `wants a failure called a refusal while the origin is down, and only then`() throws {
        var refused = try story(nil, .failed, .refused)
        #expect(refused.verdicts["a.outcome"] == .fail(.wrongOutcome))
        refused.outages = [.init(origin: "main", began: .milliseconds(2), ended: .milliseconds(9))]
        #expect(refused.verdicts["a.outcome"] == nil && refused.verdicts["a.error"] == nil)
        var other = try story(nil, .failed, .connectionLost)
        other.outages = refused.outages
        #expect(other.verdicts["a.error"] == .fail(.wrongError))
        refused.outages = [.init(origin: "main", began: .milliseconds(50), ended: nil)]
        #expect(refused.verdicts["a.outcome"] == .fail(.wrongOutcome))
    }

    @Test func `excuses nobody without a cut, nor by one of another time`() throws {
        #expect(try story(nil, .failed, .connectionLost).verdicts["a.outcome"] == .fail(.wrongOutcome))
        var late = try story(.rst, .failed, .connectionLost)
        late.connections[0].closed = .milliseconds(1)
        #expect(late.verdicts["a.outcome"] == .fail(.wrongOutcome))
    }
}

@Suite(.timeLimit(.minutes(5))) struct `The runner at the door` {
    private func event(_ kind: JournalEvent.Kind, on connection: Int) -> JournalEvent {
        JournalEvent(number: 0, time: .zero, connection: ConnectionID(connection), kind: kind)
    }

    @Test func `meets an await of a gate by connections that nothing was read from`() {
        var state = RunState()
        let goal = Goal.gate("door", count: 2)
        state.take(event(.held(gate: "door", offset: nil, sent: 0), on: 1))
        #expect(state.shortfall(of: goal)?.isUnreached == true)
        state.take(event(.held(gate: "door", offset: nil, sent: 0), on: 2))
        #expect(state.shortfall(of: goal) == nil)
        state.take(event(.left(.fin), on: 2))
        #expect(state.shortfall(of: goal)?.isUnreached == true)
    }

    @Test func `takes a transfer for gone when nobody waits at a door for it`() {
        var state = RunState()
        state.take(.started(t: "a"))
        state.take(event(.held(gate: "door", offset: nil, sent: 0), on: 1))
        state.take(.end(.init(t: "a", outcome: .cancelled, total: 0)))
        #expect(state.shortfall(of: .left("a")) != nil)
        state.take(event(.left(.rst), on: 1))
        #expect(state.shortfall(of: .left("a")) == nil)
    }
}
