internal import EventLoop

/// Lets one task wait until something moves, or until a moment has come.
///
/// Lives on the loop.
final class Change {
    private let loop: EventLoop
    private var waiter: CheckedContinuation<Void, Never>?
    private(set) var last = ContinuousClock.now

    init(on loop: EventLoop) { self.loop = loop }

    /// Something moved.
    func happened() {
        last = .now
        wake()
    }

    /// Waits for the next movement, or for the moment.
    nonisolated(nonsending) func wait(until moment: ContinuousClock.Instant) async {
        let timer = LoopTimer(on: loop) { [weak self] in self?.wake() }
        timer.schedule(after: max(.zero, moment - .now))
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
    }

    func wake() {
        let waiter = waiter
        self.waiter = nil
        waiter?.resume()
    }
}
