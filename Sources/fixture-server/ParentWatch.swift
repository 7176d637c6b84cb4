import Foundation

/// Sees that the process has gone which started this one, so that a crashed test run leaves no server behind.
///
/// Looked for ten times a second: that is the same on every system, and what a system would tell at once is the end of the
/// thread that started us (Linux), which is no reason to go.
struct ParentWatch {
    private let parent = getppid()

    /// Returns when the parent has gone, or when the task is cancelled.
    func ended() async {
        while getppid() == parent, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(100)) }
    }
}
