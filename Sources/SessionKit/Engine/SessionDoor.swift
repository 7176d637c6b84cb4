import EventLoop
import Foundation
import Locks

/// What other threads knock on: takes orders in the order in which they are posted and hands them to the engine.
///
/// Orders are not sent as one Swift task each, because nothing promises that tasks start in order.
actor SessionDoor: LoopActor {
    /// What the engine can be told.
    enum Order: Sendable {
        case made(TaskCore, HTTPSessionTask)
        case event(Int, TaskEvent)
        case cancelledProducingResumeData(TaskCore, @Sendable (Data?) -> Void)
        /// The task may have to wait for a slot at another place in the queue.
        case prioritised(TaskCore)
        case list(@Sendable ([HTTPSessionTask]) -> Void)
        /// The application has been told of a completion.
        case told
        case invalidate(cancelling: Bool, @Sendable () -> Void)
        case close
    }

    nonisolated let loop: EventLoop
    private nonisolated let inbox = Locked(Inbox())
    private let engine: SessionEngine

    private struct Inbox {
        var orders: [Order] = []
        var isDrainDue = false
    }

    init(configuration: HTTPSessionConfiguration, seams: SessionSeams) {
        loop = seams.loop
        engine = SessionEngine(configuration: configuration, seams: seams)
    }

    nonisolated func post(_ order: Order) {
        let isFirst = inbox.withLock { inbox in
            inbox.orders.append(order)
            defer { inbox.isDrainDue = true }
            return !inbox.isDrainDue
        }
        if isFirst { loop.spawn { await self.drain() } }
    }

    nonisolated func listTasks(_ report: @escaping @Sendable ([HTTPSessionTask]) -> Void) {
        post(.list(report))
    }

    nonisolated func invalidate(cancelling: Bool, then: @escaping @Sendable () -> Void) {
        post(.invalidate(cancelling: cancelling, then))
    }

    private func drain() {
        let orders = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox.orders
        }
        for order in orders { engine.take(order) }
    }
}
