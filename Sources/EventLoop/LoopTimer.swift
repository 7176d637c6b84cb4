/// Calls a handler on the loop after a delay, in real time; for code that brings its own idea of a timeout.
///
/// Tasks sleep on a `LoopClock` instead. Dropping the last reference cancels.
public final class LoopTimer {
    private let loop: EventLoop
    private var source: EventSource?
    private let handler: () -> Void
    private var interval: Duration?
    private var due = Duration.zero

    /// Makes a timer that is not running.
    ///
    /// - Parameters:
    ///   - loop: The loop the caller is on.
    ///   - handler: Called on the loop whenever the time is over.
    public init(on loop: EventLoop, handler: @escaping () -> Void) {
        loop.checkIsolated()
        self.loop = loop
        self.handler = handler
        source = EventSource(on: loop.core, descriptor: -1, flags: 0) { [weak self] occasion in
            if case .ready = occasion { self?.fire() }
        }
    }

    deinit { source?.dispose() }

    /// Calls the handler once, after the delay; a call that was scheduled before is forgotten.
    ///
    /// - Parameter delay: From now; zero or less means in the next turn.
    public func schedule(after delay: Duration) {
        loop.checkIsolated()
        interval = nil
        source?.add(after: delay)
    }

    /// Calls the handler at multiples of the interval from now on, without drift; late calls are not caught up.
    ///
    /// - Parameter interval: Longer than zero.
    public func schedule(every interval: Duration) {
        loop.checkIsolated()
        precondition(interval > .zero, "a repeating timer needs an interval above zero, not \(interval)")
        self.interval = interval
        due = .monotonic + interval
        source?.add(after: interval)
    }

    /// Forgets what is scheduled.
    public func cancel() {
        loop.checkIsolated()
        interval = nil
        source?.remove()
    }

    private func fire() {
        if let interval {
            let now = Duration.monotonic
            repeat { due += interval } while due <= now
            source?.add(after: due - now)
        }
        handler()
    }
}
