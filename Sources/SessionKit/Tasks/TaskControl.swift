/// What `resume()`, `suspend()` and `cancel()` mean at each moment; decided under the task's lock, at once.
struct TaskControl {
    /// What follows for the engine.
    enum Order: Sendable, Equatable {
        case resume
        case suspend
        case cancel
    }

    private enum Standing {
        /// So many calls of `resume()` are missing.
        case suspended(Int)
        case running
        case canceling
        case completed
    }

    private var standing = Standing.suspended(1)

    var state: HTTPSessionTask.State {
        switch standing {
        case .suspended: .suspended
        case .running: .running
        case .canceling: .canceling
        case .completed: .completed
        }
    }

    mutating func resume() -> Order? {
        guard case .suspended(let depth) = standing else { return nil }
        standing = depth > 1 ? .suspended(depth - 1) : .running
        return depth > 1 ? nil : .resume
    }

    mutating func suspend() -> Order? {
        switch standing {
        case .suspended(let depth):
            standing = .suspended(depth + 1)
            return nil
        case .running:
            standing = .suspended(1)
            return .suspend
        case .canceling, .completed:
            return nil
        }
    }

    mutating func cancel() -> Order? {
        switch standing {
        case .suspended, .running:
            standing = .canceling
            return .cancel
        case .canceling, .completed:
            return nil
        }
    }

    /// The engine has decided the outcome; everything after this changes nothing.
    mutating func complete() {
        standing = .completed
    }
}
