package import EventLoop
package import Foundation

/// Where tests and mutants take hold of a session; the product uses ``standard``.
///
/// A mutant of what a task does is a ``TaskLife`` that wraps a ``TaskStateMachine``:
///
///     struct SecondEnd: TaskLife {
///         var life: TaskStateMachine
///         mutating func handle(_ event: TaskEvent) -> [TaskAction] {
///             life.handle(event).flatMap { action -> [TaskAction] in
///                 if case .deliver(.completed) = action { [action, action] } else { [action] }
///             }
///         }
///     }
///     var seams = SessionSeams.standard
///     seams.life = { SecondEnd(life: TaskStateMachine($0)) }
///     let session = HTTPSession(configuration: .default, delegate: delegate, seams: seams)
///
/// A mutant of what the wire does is a ``Transport`` that wraps the standard one.
package struct SessionSeams: Sendable {
    /// Makes the transport, on the loop.
    package var transport: @Sendable (EventLoop) -> any Transport
    /// Makes the life of each task.
    package var life: @Sendable (TaskPlan) -> any TaskLife
    /// Names the file of each download, in a folder.
    package var file: @Sendable (URL) -> URL
    /// Where the session's engine runs.
    package var loop: EventLoop

    /// Lives as the contract wants them, on libcurl.
    package static var standard: SessionSeams {
        SessionSeams(
            transport: { DecodingTransport(CurlTransport(on: $0), on: $0) }, life: { TaskStateMachine($0) },
            file: { PartialName.make(in: $0) },
            loop: shared)
    }

    /// One thread serves all sessions of a process; neither files nor the application's code ever hold it up.
    private static let shared = EventLoop(name: "http-session")
}
