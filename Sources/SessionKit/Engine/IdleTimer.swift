import EventLoop

/// Tells when nothing has moved for a while.
///
/// Movement only notes the time; the timer looks back when it fires, so a busy transfer never touches it.
final class IdleTimer {
    private let limit: Duration
    private let onIdle: () -> Void
    private var timer: LoopTimer?
    private var lastMove = ContinuousClock.now

    init(_ limit: Duration, on loop: EventLoop, onIdle: @escaping () -> Void) {
        self.limit = limit
        self.onIdle = onIdle
        timer = LoopTimer(on: loop) { [weak self] in self?.look() }
    }

    func start() {
        lastMove = .now
        timer?.schedule(after: limit)
    }

    func moved() {
        lastMove = .now
    }

    func stop() {
        timer?.cancel()
    }

    private func look() {
        let left = limit - (ContinuousClock.now - lastMove)
        if left > .zero { timer?.schedule(after: left) } else { onIdle() }
    }
}
