import Foundation
import Locks

/// One task's messages to the application: one after another, on a queue that may run many things at once.
final class DeliveryQueue: Sendable {
    private let queue: OperationQueue
    private let waiting = Locked(Waiting())

    private struct Waiting {
        var messages: [@Sendable () -> Void] = []
        var isRunning = false
    }

    init(on queue: OperationQueue) {
        self.queue = queue
    }

    func add(_ message: @escaping @Sendable () -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.messages.append(message)
            defer { waiting.isRunning = true }
            return !waiting.isRunning
        }
        if isFirst { queue.addOperation { self.run() } }
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
