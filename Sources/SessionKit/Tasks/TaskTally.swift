import Foundation

/// The counts that a task shows.
struct TaskTally: Sendable {
    /// Bytes handed to the application by this task.
    var received: Int64 = 0
    /// Bytes of the request's content that are on their way, in the last request.
    var sent: Int64 = 0
    /// Bytes of the whole that are there: those of an earlier task included.
    var completed: Int64 = 0
    /// The length of the whole, or -1.
    var expected: Int64 = -1
    /// Set when the task has succeeded.
    var isFinished = false

    /// Shows the counts; progress is indeterminate while the total is unknown, and never goes back (contract P05).
    func show(on progress: TaskProgress) {
        if isFinished {
            // A Progress of 0 of 0 does not count as finished, so nothing at all is shown as one of one.
            show(max(completed, 1), of: max(completed, 1), on: progress)
            progress.succeed()
        } else {
            let furthest = max(progress.completedUnitCount, completed)
            show(expected < 0 ? furthest : min(furthest, expected), of: expected, on: progress)
        }
    }

    /// In the order in which the count never reaches a total it is not meant for, which a parent would take for the end.
    private func show(_ count: Int64, of total: Int64, on progress: TaskProgress) {
        if total < progress.totalUnitCount {
            progress.completedUnitCount = count
            progress.totalUnitCount = total
        } else {
            progress.totalUnitCount = total
            progress.completedUnitCount = count
        }
    }
}
