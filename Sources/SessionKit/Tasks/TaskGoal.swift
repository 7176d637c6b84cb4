import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a task was made to bring.
enum TaskGoal: Sendable {
    /// Content in memory.
    case memory(URLRequest)
    /// Content in a file.
    case file(URLRequest)
    /// The rest of a file, described by resume data that may be anything.
    case continuation(Data)
}

/// Who is told about a task (contract D07).
enum TaskListener: Sendable {
    /// The task's delegate and the session's.
    case delegate
    /// A handler that takes the content as a whole; a caller that awaits it runs nothing of its own in it.
    case data(@Sendable (Data?, HTTPSessionResponse?, (any Error)?) -> Void, isAwaited: Bool)
    /// A handler that takes a file, which is removed afterwards unless it is the handler's to keep.
    case file(@Sendable (URL?, HTTPSessionResponse?, (any Error)?) -> Void, keepsFile: Bool)
    /// A reader that takes the content piece by piece.
    case bytes(ByteChannel)

    /// Whether to listen runs nothing of the application's: it only wakes who awaits, so no queue has to be gone through.
    var runsNothing: Bool {
        switch self {
        case .data(_, isAwaited: let isAwaited): isAwaited
        case .file(_, keepsFile: let isAwaited): isAwaited
        case .delegate, .bytes: false
        }
    }
}
