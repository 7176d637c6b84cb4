public import Foundation
import Locks

/// A URLSession-style client: makes tasks, keeps their connections, and tells a delegate what happens to them.
///
/// Made without a delegate it serves completion handlers and `async` calls. A session with a delegate keeps it, and
/// itself, until it is invalidated (contract S02).
public final class HTTPSession: Sendable {
    /// A session for simple requests; it has no delegate and cannot be invalidated.
    public static let shared = HTTPSession(configuration: .default, isShared: true)

    /// What the session was made with (contract S01).
    public let configuration: HTTPSessionConfiguration
    /// Where delegate methods and completion handlers run (contract S03).
    public let delegateQueue: OperationQueue

    let door: SessionDoor
    let isShared: Bool
    private let card: Locked<Card>

    private struct Card {
        var delegate: (any HTTPSessionDelegate)?
        var sessionDescription: String?
        var isInvalid = false
        var taskCount = 0
    }

    /// Makes a session without a delegate.
    public convenience init(configuration: HTTPSessionConfiguration) {
        self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
    }

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - configuration: Copied; later edits change nothing.
    ///   - delegate: Held until the session is invalid.
    ///   - delegateQueue: Where the delegate is called; nil makes a serial queue. Calls about one task never overlap, on a
    ///     concurrent queue neither.
    public convenience init(
        configuration: HTTPSessionConfiguration, delegate: (any HTTPSessionDelegate)?, delegateQueue: OperationQueue?
    ) {
        self.init(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue, seams: .standard)
    }

    /// Makes a session whose transport or task life is replaced or wrapped, for tests and mutants.
    package init(
        configuration: HTTPSessionConfiguration, delegate: (any HTTPSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil, seams: SessionSeams = .standard, isShared: Bool = false
    ) {
        self.configuration = configuration
        self.delegateQueue = delegateQueue ?? Self.makeQueue()
        self.isShared = isShared
        card = Locked(Card(delegate: delegate))
        door = SessionDoor(configuration: configuration, seams: seams)
    }

    deinit { door.post(.close) }

    private static func makeQueue() -> OperationQueue {
        let queue = OperationQueue()
        queue.name = "HTTPSession delegate"
        queue.maxConcurrentOperationCount = 1
        return queue
    }

    /// Who is told; nil once the session is invalid.
    public var delegate: (any HTTPSessionDelegate)? { card.withLock { $0.delegate } }

    /// A text for people.
    public var sessionDescription: String? {
        get { card.withLock { $0.sessionDescription } }
        set { card.withLock { $0.sessionDescription = newValue } }
    }

    /// Takes no new tasks, lets the running ones finish, then becomes invalid; returns at once (contract S06).
    public func finishTasksAndInvalidate() {
        invalidate(cancelling: false)
    }

    /// Cancels every task; the session becomes invalid after the last of them has completed (contract S07).
    public func invalidateAndCancel() {
        invalidate(cancelling: true)
    }

    /// Calls a handler on the delegate queue with the tasks that are not complete (contract S09).
    public func getAllTasks(completionHandler: @escaping @Sendable ([HTTPSessionTask]) -> Void) {
        door.listTasks { [delegateQueue] tasks in
            delegateQueue.addOperation { completionHandler(tasks) }
        }
    }

    /// The tasks that are not complete.
    public var allTasks: [HTTPSessionTask] {
        get async {
            await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0) } }
        }
    }

    private func invalidate(cancelling: Bool) {
        guard !isShared else { return }
        card.withLock { $0.isInvalid = true }
        door.invalidate(cancelling: cancelling) { [self] in
            delegateQueue.addOperation {
                let delegate = self.card.withLock { $0.delegate.take() }
                delegate?.httpSession(self, didBecomeInvalidWithError: nil)
            }
        }
    }

    /// The next task's number, and whether the session still takes tasks (contract S08).
    func admit() -> (identifier: Int, isWelcome: Bool) {
        card.withLock { card in
            card.taskCount += 1
            return (card.taskCount, !card.isInvalid)
        }
    }
}
