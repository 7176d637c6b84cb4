import Locks

/// The task behind an `await`, for a cancellation that may come before it is made.
final class StartedTask: Sendable {
    private enum State {
        case none
        case held(HTTPSessionTask)
        case cancelled
    }

    private let state = Locked(State.none)

    func hold(_ task: HTTPSessionTask) {
        let isLate = state.withLock { state in
            if case .cancelled = state { return true }
            state = .held(task)
            return false
        }
        if isLate { task.cancel() }
    }

    func cancel() {
        let task: HTTPSessionTask? = state.withLock { state in
            defer { state = .cancelled }
            if case .held(let task) = state { return task }
            return nil
        }
        task?.cancel()
    }
}
