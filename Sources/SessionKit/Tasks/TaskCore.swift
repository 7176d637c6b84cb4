import Foundation
import HTTPMessages
import Locks

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a task object and the engine share: the task's identity, and what its properties show.
///
/// What the application sees changes when the message about it is delivered, so a delegate method never meets a property
/// that has run ahead of its arguments; only `state` changes at once.
package final class TaskCore: Sendable {
    let session: HTTPSession
    let identifier: Int
    let goal: TaskGoal
    let listener: TaskListener
    /// Set when the session took no more tasks; the task will fail (contract S08).
    let isUnwelcome: Bool
    let originalRequest: URLRequest?
    let created = Date()
    private let card: Locked<Card>

    private struct Card {
        var control = TaskControl()
        var currentRequest: URLRequest?
        var response: HTTPSessionResponse?
        var trailers: HTTPFields?
        var error: (any Error)?
        var priority: Float = 0.5
        var taskDescription: String?
        var delegate: (any HTTPSessionTaskDelegate)?
        var tally = TaskTally()
        var progress: TaskProgress?
    }

    init(
        session: HTTPSession, goal: TaskGoal, listener: TaskListener, delegate: (any HTTPSessionTaskDelegate)?
    ) {
        self.session = session
        self.goal = goal
        self.listener = listener
        let (identifier, isWelcome) = session.admit()
        self.identifier = identifier
        isUnwelcome = !isWelcome
        switch goal {
        case .memory(let request), .file(let request): originalRequest = request
        case .continuation(let data): originalRequest = (try? ResumeData(data))?.originalRequest
        }
        card = Locked(Card(currentRequest: originalRequest, delegate: delegate))
    }

    // MARK: What the application sees

    var state: HTTPSessionTask.State { card.withLock { $0.control.state } }
    var currentRequest: URLRequest? { card.withLock { $0.currentRequest } }
    var response: HTTPSessionResponse? { card.withLock { $0.response } }
    var trailers: HTTPFields? { card.withLock { $0.trailers } }
    var error: (any Error)? { card.withLock { $0.error } }
    var countOfBytesReceived: Int64 { card.withLock { $0.tally.received } }
    var countOfBytesExpectedToReceive: Int64 { card.withLock { $0.tally.expected } }
    var countOfBytesSent: Int64 { card.withLock { $0.tally.sent } }
    var countOfBytesExpectedToSend: Int64 { Int64(currentRequest?.httpBody?.count ?? 0) }

    var priority: Float {
        get { card.withLock { $0.priority } }
        set {
            card.withLock { $0.priority = min(max(newValue, 0), 1) }
            session.door.post(.prioritised(self))
        }
    }

    var taskDescription: String? {
        get { card.withLock { $0.taskDescription } }
        set { card.withLock { $0.taskDescription = newValue } }
    }

    var delegate: (any HTTPSessionTaskDelegate)? {
        get { card.withLock { $0.delegate } }
        set { card.withLock { $0.delegate = newValue } }
    }

    /// Made when first asked for: most tasks are never watched this way.
    var progress: Progress {
        card.withLock { card in
            if let progress = card.progress { return progress }
            let progress = TaskProgress(of: self)
            card.tally.show(on: progress)
            card.progress = progress
            return progress
        }
    }

    // MARK: Orders; posted under the lock, so that the engine gets them in the order in which they took effect

    func register(_ task: HTTPSessionTask) {
        session.door.post(.made(self, task))
    }

    func resume() {
        card.withLock { card in
            if card.control.resume() != nil { post(.resumed) }
        }
    }

    func suspend() {
        card.withLock { card in
            if card.control.suspend() != nil { post(.suspended) }
        }
    }

    func cancel() {
        card.withLock { card in
            if card.control.cancel() != nil { post(.cancelled(producingResumeData: false)) }
        }
    }

    func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) {
        let isTaken = card.withLock { card in
            guard card.control.cancel() != nil else { return false }
            session.door.post(.cancelledProducingResumeData(self, handler))
            return true
        }
        if !isTaken { session.delegateQueue.addOperation { handler(nil) } }
    }

    func post(_ event: TaskEvent) {
        session.door.post(.event(identifier, event))
    }

    // MARK: What the engine and the deliveries note

    /// The outcome is decided; called on the loop.
    func decided() {
        card.withLock { $0.control.complete() }
    }

    func note(request: URLRequest) {
        card.withLock { $0.currentRequest = request }
    }

    func note(response: HTTPSessionResponse) {
        card.withLock { $0.response = response }
    }

    func note(trailers: HTTPFields) {
        card.withLock { $0.trailers = trailers }
    }

    func note(error: any Error) {
        card.withLock { $0.error = error }
    }

    /// Changes the counts and then shows them; outside the lock, because observers are the application's code.
    func count(_ change: (inout TaskTally) -> Void) {
        let (tally, progress) = card.withLock { card in
            change(&card.tally)
            return (card.tally, card.progress)
        }
        if let progress { tally.show(on: progress) }
    }
}
