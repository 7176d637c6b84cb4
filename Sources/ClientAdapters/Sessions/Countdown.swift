internal import Locks

/// Calls a closure after so many steps, taken from anywhere; at once when there are none to take.
final class Countdown: Sendable {
    private let left: Locked<Int>
    private let body: @Sendable () -> Void

    init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        left = Locked(count)
        self.body = body
        if count == 0 { body() }
    }

    /// Takes a step; the last one makes the call.
    func step() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { body() }
    }
}
