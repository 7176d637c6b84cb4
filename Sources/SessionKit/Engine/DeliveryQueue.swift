import Foundation
import Locks

/// One task's messages to the application: one after another, on a queue that may run many things at once.
final class DeliveryQueue: Sendable {
    private let queue: OperationQueue
    private let waiting = Locked(Waiting())

    private struct Waiting {
        var messages: [@Sendable () -> Void] = []
        var isRunning = false
        var wasUsed = false
    }

    init(on queue: OperationQueue) {
        self.queue = queue
    }

    /// Adds a message; one that runs nothing of the application's is delivered at once, as long as none came that does.
    func add(runningNothing: Bool = false, _ message: @escaping @Sendable () -> Void) {
        enum Turn { case now, next, later }
        let turn = waiting.withLock { waiting -> Turn in
            if runningNothing, !waiting.wasUsed { return .now }
            waiting.wasUsed = true
            waiting.messages.append(message)
            defer { waiting.isRunning = true }
            return waiting.isRunning ? .later : .next
        }
        switch turn {
        case .now: message()
        case .next: queue.addOperation { self.run() }
        case .later: break
        }
    }

    /// Takes what is there now and goes to the end of the queue for the rest, so that other tasks get their turn.
    private func run() {
        var messages = waiting.withLock { waiting in
            defer { waiting.messages = [] }
            return waiting.messages
        }
        // Each is let go of before the next is told: content that was taken is no longer in memory.
        messages.reverse()
        while let message = messages.popLast() { message() }
        let isMore = waiting.withLock { waiting in
            waiting.isRunning = !waiting.messages.isEmpty
            return waiting.isRunning
        }
        if isMore { queue.addOperation { self.run() } }
    }
}
