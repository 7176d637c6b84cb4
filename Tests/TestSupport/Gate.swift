import Locks

/// A latch between a test and a server's script: opened once, for everybody.
public final class Gate: Sendable {
    private enum State {
        case shut([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Locked(State.shut([]))

    /// Makes a gate that is shut.
    public init() {}

    /// Lets everybody pass, now and later.
    public func open() {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard case .shut(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Whether everybody may pass.
    public var isOpen: Bool {
        state.withLock { state in
            if case .open = state { true } else { false }
        }
    }

    /// Passes, or waits until the gate is opened.
    public func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .shut(let waiting) = state else { return true }
                state = .shut(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
