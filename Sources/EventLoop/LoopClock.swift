import Synchronization

/// The time in which tasks on the loop sleep: the real one, a faster or slower one, or one moved by hand.
///
/// Sleeping costs no thread and ends on the loop. Deadlines are absolute, so a schedule (start + k × interval) does not
/// drift. One libevent timer serves all sleepers of a clock.
///
/// `@unchecked Sendable`: `sleepers` and `timer` are touched on the loop only (each use checks it or has just hopped
/// there); everything else is immutable or atomic.
public final class LoopClock: @unchecked Sendable {
    /// How clock time passes.
    public enum Kind: Sendable, Equatable {
        /// As on the wall.
        case real
        /// So many times as fast: at 20, a second of clock time takes 50 ms.
        case scaled(Double)
        /// Only when `advance(by:)` is called.
        case manual
    }

    /// How this clock's time passes.
    public let kind: Kind
    /// The loop on which sleepers wake.
    public let loop: EventLoop

    private let start = Int64.monotonicNanoseconds
    private let manualTime = Atomic<Int64>(0)
    private var sleepers = SleepQueue<Waiter<Bool>>()
    private var timer: EventSource?
    private var armedFor: Int64?

    /// Makes a clock that shows zero.
    ///
    /// - Parameters:
    ///   - kind: How time passes; a speed must be above zero.
    ///   - loop: The loop on which sleepers wake.
    public init(_ kind: Kind = .real, on loop: EventLoop) {
        if case .scaled(let speed) = kind {
            precondition(speed > 0 && speed.isFinite, "a clock's speed must be above zero, not \(speed)")
        }
        self.kind = kind
        self.loop = loop
    }

    deinit { timer?.dispose() }

    /// Clock time since the clock was made; may be asked from anywhere.
    public var now: Duration { .nanoseconds(nanoseconds) }

    private var nanoseconds: Int64 {
        switch kind {
        case .real: .monotonicNanoseconds - start
        case .scaled(let speed): Int64(Double(Int64.monotonicNanoseconds - start) * speed)
        case .manual: manualTime.load(ordering: .acquiring)
        }
    }

    /// Sleeps for a stretch of clock time.
    ///
    /// - Parameters:
    ///   - duration: From now.
    ///   - isolation: The caller's; leave it out.
    /// - Throws: `CancellationError` as soon as the task is cancelled or the loop stops.
    public func sleep(
        for duration: Duration, isolation: isolated (any Actor)? = #isolation
    ) async throws(CancellationError) {
        try await sleep(until: now + duration)
    }

    /// Sleeps until the clock shows a time.
    ///
    /// A deadline that has passed still lets everything else that is ready go first.
    ///
    /// - Parameters:
    ///   - deadline: A time on this clock.
    ///   - isolation: The caller's; leave it out.
    /// - Throws: `CancellationError` as soon as the task is cancelled or the loop stops.
    public func sleep(
        until deadline: Duration, isolation: isolated (any Actor)? = #isolation
    ) async throws(CancellationError) {
        guard loop.isOnLoopThread else {
            return try await loop.run { () async throws(CancellationError) in try await self.sleep(until: deadline) }
        }
        let deadline = deadline.inNanoseconds
        if deadline <= nanoseconds {
            await loop.nextTurn()
            if Task.isCancelled { throw CancellationError() }
            return
        }
        let id = sleepers.makeID()
        let isOver = await withTaskCancellationHandler {
            // Captured, or the closure would be isolated to nothing and leave the loop for the global pool; a function
            // that is `nonisolated(nonsending)` cannot prevent that.
            _ = isolation
            return await Waiter.suspend { fallAsleep($0, id: id, until: deadline) }
        } onCancel: {
            loop.core.perform { self.sleepers.cancel(id)?.resume(returning: false) }
        }
        if !isOver { throw CancellationError() }
    }

    /// Moves a manual clock forward, waking each sleeper at exactly its deadline.
    ///
    /// Whoever wakes runs until it waits again before the clock moves on, so a script that sleeps five times within the
    /// stretch sees five different times. Returns when everything the stretch set in motion on the loop has come to rest.
    ///
    /// - Parameter stretch: How far; not below zero.
    public func advance(by stretch: Duration) async {
        precondition(kind == .manual, "only a manual clock is moved by hand; this one is \(kind)")
        precondition(stretch >= .zero, "time does not run backwards: \(stretch)")
        await loop.run { await self.advanceOnLoop(by: stretch.inNanoseconds) }
    }

    nonisolated(nonsending) private func advanceOnLoop(by stretch: Int64) async {
        await settle()
        let target = nanoseconds + stretch
        while let deadline = sleepers.earliest, deadline <= target {
            manualTime.store(max(deadline, nanoseconds), ordering: .releasing)
            wakeDue()
            await settle()
        }
        manualTime.store(max(target, nanoseconds), ordering: .releasing)
    }

    nonisolated(nonsending) private func settle() async {
        repeat { await loop.nextTurn() } while loop.core.hasReadyJobs
    }

    private func fallAsleep(_ sleeper: Waiter<Bool>, id: Int, until deadline: Int64) {
        guard !Task.isCancelled, !loop.core.isEnding else { return sleeper.resume(returning: false) }
        sleepers.insert(sleeper, id: id, until: deadline)
        arm()
    }

    private func wakeDue() {
        let now = nanoseconds
        while let sleeper = sleepers.pop(dueAt: now) { sleeper.resume(returning: true) }
    }

    /// Sets the timer for the earliest sleeper, unless it is set for that or an earlier time already.
    private func arm() {
        let timer = madeTimer()
        guard kind != .manual, let earliest = sleepers.earliest else { return }
        if let armedFor, armedFor <= earliest { return }
        armedFor = earliest
        timer.add(after: .nanoseconds(realDelay(until: earliest)))
    }

    private func realDelay(until deadline: Int64) -> Int64 {
        let (left, overflow) = deadline.subtractingReportingOverflow(nanoseconds)
        guard !overflow, case .scaled(let speed) = kind else { return overflow ? .max : left }
        return Int64(min(Double(left) / speed, 9e18)) + 1
    }

    private func madeTimer() -> EventSource {
        if let timer { return timer }
        let timer = EventSource(on: loop.core, descriptor: -1, flags: 0) { [weak self] occasion in
            self?.report(occasion)
        }
        self.timer = timer
        return timer
    }

    private func report(_ occasion: EventSource.Occasion) {
        switch occasion {
        case .ready:
            armedFor = nil
            wakeDue()
            arm()
        case .stop: for sleeper in sleepers.removeAll() { sleeper.resume(returning: false) }
        case .settled: break
        }
    }
}
