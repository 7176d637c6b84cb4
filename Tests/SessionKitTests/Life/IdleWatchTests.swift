import Testing

@testable import SessionKit

/// When nothing has moved for long enough (contract S12), on a clock that only the test moves.
@Suite struct IdleWatchTests {
    private static let start = ContinuousClock.now

    @Test func `without movement it is time at the limit, to the millisecond`() {
        var watch = IdleWatch(.milliseconds(1500), at: Self.start)
        #expect(watch.look(at: Self.start, sent: nil) == .lookAgain(after: .milliseconds(1500)))
        #expect(watch.look(at: Self.start + .milliseconds(1499), sent: nil) == .lookAgain(after: .milliseconds(1)))
        #expect(watch.look(at: Self.start + .milliseconds(1500), sent: nil) == .idle)
    }

    @Test func `movement begins the time anew`() {
        var watch = IdleWatch(.seconds(60), at: Self.start)
        watch.moved(at: Self.start + .seconds(50))
        #expect(watch.look(at: Self.start + .seconds(60), sent: nil) == .lookAgain(after: .seconds(50)))
        #expect(watch.look(at: Self.start + .seconds(110), sent: nil) == .idle)
    }

    @Test func `content that goes out is movement too, and is looked at often enough to be seen`() {
        var watch = IdleWatch(.seconds(8), at: Self.start)
        var now = Self.start
        for sent in 1...100 {
            #expect(watch.look(at: now, sent: Int64(sent)) == .lookAgain(after: .seconds(1)))
            now += .seconds(7)
        }
        now -= .seconds(7)
        #expect(watch.look(at: now + .seconds(7.5), sent: 100) == .lookAgain(after: .seconds(0.5)))
        #expect(watch.look(at: now + .seconds(8), sent: 100) == .idle)
    }

    @Test func `another request whose content begins anew is movement`() {
        var watch = IdleWatch(.seconds(8), at: Self.start)
        _ = watch.look(at: Self.start, sent: 5)
        #expect(watch.look(at: Self.start + .seconds(8), sent: 0) == .lookAgain(after: .seconds(1)))
        #expect(watch.look(at: Self.start + .seconds(16), sent: nil) == .lookAgain(after: .seconds(8)))
    }
}
