import Foundation

/// The counts that a task shows.
struct TaskTally: Sendable {
    /// Bytes handed to the application by this task.
    var received: Int64 = 0
    /// Bytes of the whole that are there: those of an earlier task included.
    var completed: Int64 = 0
    /// The length of the whole, or -1.
    var expected: Int64 = -1
    /// Set when the task has succeeded.
    var isFinished = false

    /// Shows the counts; progress is indeterminate while the total is unknown, and full only at success (contract P05).
    func show(on progress: Progress) {
        if isFinished {
            // A Progress of 0 of 0 does not count as finished, so nothing at all is shown as one of one.
            progress.totalUnitCount = max(completed, 1)
            progress.completedUnitCount = max(completed, 1)
        } else {
            progress.totalUnitCount = expected
            progress.completedUnitCount = completed
        }
    }
}
