internal import Locks

/// Where one session's delegate reports: the transfers, the open questions, the session's last word.
final class SessionDesk<Task: SessionTask>: Sendable {
    let transfers = TransferBook<Task>()
    let questions: PendingQuestions
    private let farewell = Locked(Farewell.awaited([]))

    private enum Farewell {
        case awaited([@Sendable () -> Void])
        case said
    }

    init(questions: PendingQuestions) {
        self.questions = questions
    }

    /// Who reports a task; nil for one that nobody started.
    func reporter(_ task: some SessionTask) -> TransferReporter? {
        transfers[task.taskIdentifier]?.reporter
    }

    /// The session has said that it is invalid.
    func sayFarewell() {
        let waiting: [@Sendable () -> Void] = farewell.withLock { farewell in
            guard case .awaited(let waiting) = farewell else { return [] }
            farewell = .said
            return waiting
        }
        for body in waiting { body() }
    }

    /// Calls a closure when the session has said that it is invalid, at once if it has.
    func afterFarewell(_ body: @escaping @Sendable () -> Void) {
        let isSaid = farewell.withLock { farewell in
            guard case .awaited(let waiting) = farewell else { return true }
            farewell = .awaited(waiting + [body])
            return false
        }
        if isSaid { body() }
    }
}
