internal import Locks

/// One transfer: the client's task, and who reports it.
final class Transfer<Task: SessionTask>: Sendable {
    let reporter: TransferReporter
    private let current: Locked<Task>

    init(_ task: Task, _ reporter: TransferReporter) {
        self.reporter = reporter
        current = Locked(task)
    }

    /// The task; one that the application turns into a download is followed by another.
    var task: Task {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// The transfers of one session, by the numbers of their tasks.
final class TransferBook<Task: SessionTask>: Sendable {
    private let transfers = Locked<[Int: Transfer<Task>]>([:])

    /// The transfer of a task's number.
    subscript(number: Int) -> Transfer<Task>? {
        transfers.withLock { $0[number] }
    }

    /// Keeps a new transfer.
    func add(_ transfer: Transfer<Task>) {
        let number = transfer.task.taskIdentifier
        transfers.withLock { $0[number] = transfer }
    }

    /// Whether one of them has not ended.
    var isBusy: Bool {
        transfers.withLock { $0.values.contains { !$0.reporter.hasEnded } }
    }
}
