import EventLoop

/// Tells when nothing has moved for a while.
///
/// Movement only notes the time; the timer looks back when it fires, so a busy transfer never touches it.
final class IdleTimer {
    private var watch: IdleWatch
    private let sent: () -> Int64?
    private let onIdle: () -> Void
    private var timer: LoopTimer?

    /// Makes a timer that stands still.
    ///
    /// - Parameters:
    ///   - limit: How long nothing may move.
    ///   - loop: Where it runs.
    ///   - sent: Asked how much of the request's content is on its way, nil for a request without.
    ///   - onIdle: Called once for each start, when nothing has moved.
    init(_ limit: Duration, on loop: EventLoop, sent: @escaping () -> Int64?, onIdle: @escaping () -> Void) {
        watch = IdleWatch(limit, at: .now)
        self.sent = sent
        self.onIdle = onIdle
        timer = LoopTimer(on: loop) { [weak self] in self?.look() }
    }

    func start() {
        watch.moved(at: .now)
        look()
    }

    func moved() {
        watch.moved(at: .now)
    }

    func stop() {
        timer?.cancel()
    }

    private func look() {
        switch watch.look(at: .now, sent: sent()) {
        case .idle: onIdle()
        case .lookAgain(let delay): timer?.schedule(after: delay)
        }
    }
}
