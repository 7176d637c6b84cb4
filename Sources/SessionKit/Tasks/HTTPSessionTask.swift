public import Foundation
public import HTTPMessages

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// One request and what becomes of it; it is made suspended, so call `resume()` (contract K01).
///
/// `@unchecked Sendable`: its only stored property is a constant of a `Sendable` type, and the subclasses, all in this
/// module, add none; the mark is needed because a class that can be subclassed cannot be checked.
public class HTTPSessionTask: @unchecked Sendable {
    package let core: TaskCore

    init(_ core: TaskCore) {
        self.core = core
    }

    /// Whether a task runs.
    public enum State: Int, Sendable {
        /// It may move.
        case running
        /// It does not move; no timer runs.
        case suspended
        /// It is being cancelled; its completion follows.
        case canceling
        /// Its outcome is decided; its last message is on its way or has been given.
        case completed
    }

    /// The task's number, unique in its session.
    public var taskIdentifier: Int { core.identifier }
    /// The request the task was made with; nil when it was made from unusable resume data.
    public var originalRequest: URLRequest? { core.originalRequest }
    /// The request of the last hop (contract R10).
    public var currentRequest: URLRequest? { core.currentRequest }
    /// The last response whose head the application was given.
    public var response: HTTPSessionResponse? { core.response }
    /// The fields behind a chunked body.
    public var trailers: HTTPFields? { core.trailers }
    /// Whether the task runs; `.running` needs as many `resume()` as `suspend()`, and one more (contract K02).
    public var state: State { core.state }
    /// Why the task failed, once it has.
    public var error: (any Error)? { core.error }
    /// How far the task is; cancelling, pausing and resuming it acts on the task (contract P05, K13).
    public var progress: Progress { core.progress }
    /// Bytes of content handed to the application (contract P04).
    public var countOfBytesReceived: Int64 { core.countOfBytesReceived }
    /// Bytes of content that the application will be handed, or -1 when that is unknown.
    public var countOfBytesExpectedToReceive: Int64 { core.countOfBytesExpectedToReceive }

    /// Bytes of content sent to the server of the last hop.
    public var countOfBytesSent: Int64 { core.countOfBytesSent }
    /// Bytes of content that the request of the last hop has.
    public var countOfBytesExpectedToSend: Int64 { core.countOfBytesExpectedToSend }

    /// Which tasks of those that wait for a connection go first: the greater, from 0 to 1 (contract K14).
    public var priority: Float {
        get { core.priority }
        set { core.priority = newValue }
    }

    /// A text for people.
    public var taskDescription: String? {
        get { core.taskDescription }
        set { core.taskDescription = newValue }
    }

    /// Asked and told before the session's delegate (contract D09).
    public var delegate: (any HTTPSessionTaskDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Undoes one `suspend()`, or starts the task.
    public func resume() { core.resume() }

    /// Stops the task where it is, its connection kept open, until as many calls of `resume()` follow (contract K03).
    public func suspend() { core.suspend() }

    /// Ends the task with `URLError.cancelled`; a task that is complete stays as it is (contract K06, K09).
    public func cancel() { core.cancel() }
}

extension HTTPSessionTask: Hashable {
    /// The same object.
    public static func == (a: HTTPSessionTask, b: HTTPSessionTask) -> Bool { a === b }

    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
