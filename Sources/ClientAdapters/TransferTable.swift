internal import Synchronization

/// The transfers of a driver: reporters by the number of the client's task, tasks by the transfer's name.
final class TransferTable<Task: Sendable>: Sendable {
    private struct State {
        var reporters: [TaskKey: TransferReporter] = [:]
        var tasks: [String: Task] = [:]
    }

    /// Task numbers are unique within a session only.
    struct TaskKey: Hashable {
        var session: ObjectIdentifier
        var task: Int
    }

    private let state = Mutex(State())

    /// Keeps a new transfer.
    func add(_ reporter: TransferReporter, _ task: Task, session: AnyObject, number: Int) {
        state.withLock { state in
            state.reporters[TaskKey(session: ObjectIdentifier(session), task: number)] = reporter
            state.tasks[reporter.name] = task
        }
    }

    /// Forgets every transfer; a task that is kept keeps its session's connections.
    func removeAll() {
        state.withLock { $0 = State() }
    }

    /// The task of a transfer.
    func task(_ name: String) -> Task? {
        state.withLock { $0.tasks[name] }
    }

    /// The reporter of a task.
    func reporter(session: AnyObject, number: Int) -> TransferReporter? {
        state.withLock { $0.reporters[TaskKey(session: ObjectIdentifier(session), task: number)] }
    }

    /// The reporter of a transfer.
    func reporter(_ name: String) -> TransferReporter? {
        state.withLock { state in state.reporters.values.first { $0.name == name } }
    }
}
