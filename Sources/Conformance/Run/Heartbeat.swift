internal import EventLoop

/// A beat of 10 ms on the runner's loop: how late it comes tells whether the machine was fit to judge.
///
/// Lives on the loop.
final class Heartbeat {
    private static let interval = Duration.milliseconds(10)
    private var timer: LoopTimer?
    private var last = ContinuousClock.now
    /// The longest that a beat was late since `reset`.
    private(set) var worst = Duration.zero

    init(on loop: EventLoop) {
        let timer = LoopTimer(on: loop) { [weak self] in self?.beat() }
        timer.schedule(every: Self.interval)
        self.timer = timer
    }

    func reset() {
        worst = .zero
        last = .now
    }

    private func beat() {
        let now = ContinuousClock.now
        worst = max(worst, now - last - Self.interval)
        last = now
    }
}
