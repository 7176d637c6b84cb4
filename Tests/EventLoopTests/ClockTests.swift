import EventLoop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClockTests {
    /// What a sleeper saw on its clock each time it woke.
    private func sleepers(_ count: Int, on clock: LoopClock, log: Log<Duration>) -> [Task<Void, Never>] {
        (1...count).map { number in
            clock.loop.spawn {
                for step in 1...3 {
                    try? await clock.sleep(until: .milliseconds(number * step * 10))
                    log.append(clock.now)
                }
            }
        }
    }

    @Test func `a manual clock stands still until it is moved`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(.manual, on: loop)
        let woke = Log<Duration>()
        let sleeper = loop.spawn {
            try? await clock.sleep(for: .hours(1))
            woke.append(clock.now)
        }
        #expect(clock.now == .zero)
        await clock.advance(by: .hours(1) - .nanoseconds(1))
        #expect(woke.entries.isEmpty)
        await clock.advance(by: .nanoseconds(1))
        #expect(woke.entries == [.hours(1)])
        await sleeper.value
        #expect(clock.now == .hours(1))
    }

    @Test func `one move wakes each sleeper at its own time, and again at its next`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(.manual, on: loop)
        let log = Log<Duration>()
        let tasks = sleepers(3, on: clock, log: log)
        await clock.advance(by: .milliseconds(100))
        #expect(log.entries == [10, 20, 20, 30, 30, 40, 60, 60, 90].map { .milliseconds($0) })
        #expect(clock.now == .milliseconds(100))
        for task in tasks { await task.value }
    }

    @Test func `moves in small steps come to the same as one move`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(.manual, on: loop)
        let log = Log<Duration>()
        let tasks = sleepers(3, on: clock, log: log)
        for _ in 0..<100 { await clock.advance(by: .milliseconds(1)) }
        #expect(log.entries == [10, 20, 20, 30, 30, 40, 60, 60, 90].map { .milliseconds($0) })
        for task in tasks { await task.value }
    }

    @Test func `those who sleep until the same time wake in the order in which they fell asleep`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(.manual, on: loop)
        let log = Log<Int>()
        for number in 0..<50 {
            loop.spawn {
                try? await clock.sleep(until: .seconds(1))
                log.append(number)
            }
        }
        await clock.advance(by: .seconds(1))
        #expect(log.entries == Array(0..<50))
    }

    @Test func `a real clock never wakes early`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(on: loop)
        let early = await loop.spawn {
            var early: [Duration] = []
            for step in 1...200 {
                let deadline = clock.now + .microseconds(step * 7)
                try? await clock.sleep(until: deadline)
                if clock.now < deadline { early.append(deadline - clock.now) }
            }
            return early
        }.value
        #expect(early.isEmpty)
    }

    @Test func `a scaled clock runs so many times as fast as a real one`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let real = LoopClock(on: loop)
        let fast = LoopClock(.scaled(1000), on: loop)
        let (before, after, shown) = try await loop.spawn { () -> Result<(Duration, Duration, Duration), any Error> in
            do {
                let before = real.now
                let deadline = fast.now + .seconds(20)
                try await fast.sleep(until: deadline)
                return .success((before, real.now, fast.now - deadline))
            } catch {
                return .failure(error)
            }
        }.value.get()
        #expect(after - before >= .milliseconds(19.9))
        #expect(after - before < .seconds(20), "a scaled sleep took as long as a real one")
        #expect(shown >= .zero)
    }

    @Test func `a deadline that has passed still lets others go first`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(on: loop)
        let log = Log<String>()
        await loop.run {
            let other = loop.spawn { log.append("other") }
            try? await clock.sleep(until: clock.now - .seconds(1))
            log.append("sleeper")
            await other.value
        }
        #expect(log.entries == ["other", "sleeper"])
    }

    @Test(arguments: [LoopClock.Kind.real, .scaled(2), .manual])
    func `a sleep ends when its task is cancelled, from anywhere`(kind: LoopClock.Kind) async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(kind, on: loop)
        let isAsleep = Gate()
        let sleeper = loop.spawn {
            loop.spawn { isAsleep.open() }
            do throws(CancellationError) { try await clock.sleep(for: .hours(1)) } catch { return loop.isOnLoopThread }
            return false
        }
        await isAsleep.pass()
        sleeper.cancel()
        #expect(await sleeper.value)
    }

    @Test func `a sleep in a task that is cancelled already does not begin`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(on: loop)
        let mayGo = Gate()
        let sleeper = loop.spawn {
            await mayGo.pass()
            await #expect(throws: CancellationError.self) { try await clock.sleep(for: .hours(1)) }
            await #expect(throws: CancellationError.self) { try await clock.sleep(for: .zero) }
        }
        sleeper.cancel()
        mayGo.open()
        await sleeper.value
    }

    @Test func `a cancelled sleeper does not hold up the others`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(.manual, on: loop)
        let log = Log<Int>()
        let tasks = (0..<300).map { number in
            loop.spawn { if (try? await clock.sleep(until: .seconds(number + 1))) != nil { log.append(number) } }
        }
        await clock.advance(by: .milliseconds(1))
        for number in 0..<300 where number % 3 != 0 { tasks[number].cancel() }
        await clock.advance(by: .seconds(1000))
        #expect(log.entries == Array(stride(from: 0, to: 300, by: 3)))
    }

    @Test func `somebody off the loop may sleep too`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(on: loop)
        let before = clock.now
        try await clock.sleep(for: .milliseconds(2))
        #expect(clock.now - before >= .milliseconds(2))
        #expect(!loop.isOnLoopThread)
    }
}

extension Duration {
    fileprivate static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
