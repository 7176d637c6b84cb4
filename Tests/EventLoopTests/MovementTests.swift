import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(5))) struct MovementTests {
    @Test func `a peer that takes or sends anything is waited for, one that does neither is not`() {
        var movement = Movement(unacknowledged: 100, dropped: 0)
        let steps = [(99, 0), (99, 0), (99, 5), (99, 5), (0, 5), (0, 5)]
        #expect(
            steps.map { movement.goesOn(unacknowledged: $0.0, dropped: $0.1) }
                == [true, false, true, false, true, false])
    }
}
