internal import AdapterProtocol
internal import Synchronization

/// Questions that the client has asked and nobody has answered yet.
final class PendingQuestions: Sendable {
    typealias Handler = @Sendable (AdapterCommand.Answer) -> Void

    private let table = Mutex((last: 0, handlers: [Int: Handler]()))

    /// Keeps a question and gives its number.
    func add(_ handler: @escaping Handler) -> Int {
        table.withLock { table in
            table.last += 1
            table.handlers[table.last] = handler
            return table.last
        }
    }

    /// Answers a question; an answer that comes too late, or twice, is ignored.
    func answer(_ answer: AdapterCommand.Answer) {
        let handler = table.withLock { $0.handlers.removeValue(forKey: answer.id) }
        handler?(answer)
    }
}
