import EventLoop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimerTests {
    @Test func `a timer fires once, after its delay, on the loop`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(on: loop)
        let fired = Log<(Duration, Bool)>()
        let gate = Gate()
        await loop.run {
            let timer = LoopTimer(on: loop) {
                fired.append((clock.now, loop.isOnLoopThread))
                gate.open()
            }
            timer.schedule(after: .milliseconds(5))
            let due = clock.now + .milliseconds(5)
            await gate.pass()
            #expect(fired.entries[0].0 >= due - .microseconds(100))
            try? await clock.sleep(for: .milliseconds(10))
            withExtendedLifetime(timer) {}
        }
        #expect(fired.entries.count == 1)
        #expect(fired.entries.allSatisfy { $0.1 })
    }

    @Test func `the last schedule counts, and a cancelled one never fires`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let fired = Log<Int>()
        let gate = Gate()
        await loop.run {
            let cancelled = LoopTimer(on: loop) { fired.append(1) }
            cancelled.schedule(after: .zero)
            cancelled.cancel()
            let late = LoopTimer(on: loop) { fired.append(2) }
            late.schedule(after: .zero)
            late.schedule(after: .seconds(3600))
            let last = LoopTimer(on: loop) {
                fired.append(3)
                gate.open()
            }
            last.schedule(after: .seconds(3600))
            last.schedule(after: .milliseconds(1))
            await gate.pass()
            withExtendedLifetime((cancelled, late, last)) {}
        }
        #expect(fired.entries == [3])
    }

    @Test func `a repeating timer repeats until it is cancelled in its own handler`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let fired = Log<Void>()
        let gate = Gate()
        await loop.run {
            let box = TimerBox()
            box.timer = LoopTimer(on: loop) { [unowned box] in
                fired.append(())
                guard fired.entries.count == 5 else { return }
                box.timer?.cancel()
                gate.open()
            }
            box.timer?.schedule(every: .milliseconds(1))
            await gate.pass()
            try? await LoopClock(on: loop).sleep(for: .milliseconds(5))
            withExtendedLifetime(box) {}
        }
        #expect(fired.entries.count == 5)
    }

    @Test func `a timer that nobody keeps does not fire`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let fired = Log<Void>()
        await loop.run {
            LoopTimer(on: loop) { fired.append(()) }.schedule(after: .zero)
            try? await LoopClock(on: loop).sleep(for: .milliseconds(2))
        }
        #expect(fired.entries.isEmpty)
    }
}

private final class TimerBox {
    var timer: LoopTimer?
}
