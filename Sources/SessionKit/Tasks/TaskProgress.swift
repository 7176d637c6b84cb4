import Foundation
import Locks

/// The progress of a task: cancelling, pausing and resuming it acts on the task, at once (contract K13).
///
/// Its methods are overridden instead of given handlers: on Linux Foundation calls handlers from a concurrent queue,
/// where a pause and the resume behind it may change places, and an application may want handlers of its own.
///
/// `@unchecked Sendable`: what it adds are constants and values behind locks; the counts it inherits are written by one
/// message of its task after another.
final class TaskProgress: Progress, @unchecked Sendable {
    private weak let core: TaskCore?
    /// Whether it has suspended its task: it is paused or not, while a task counts its suspensions.
    private let isHolding = Locked(false)
    private let hasSucceeded = Locked(false)

    init(of core: TaskCore) {
        self.core = core
        super.init(parent: nil, userInfo: nil)
        totalUnitCount = -1
        isCancellable = true
        isPausable = true
    }

    /// Whether the task has succeeded; that all bytes are there is not enough (contract P05).
    override var isFinished: Bool { hasSucceeded.withLock { $0 } }

    func succeed() { hasSucceeded.withLock { $0 = true } }

    override func cancel() {
        super.cancel()
        core?.cancel()
    }

    override func pause() {
        super.pause()
        isHolding.withLock { isHolding in
            if !isHolding { core?.suspend() }
            isHolding = true
        }
    }

    override func resume() {
        super.resume()
        isHolding.withLock { isHolding in
            isHolding = false
            core?.resume()
        }
    }
}
