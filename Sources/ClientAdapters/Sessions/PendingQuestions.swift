internal import AdapterProtocol
internal import Locks

/// Questions that the client has asked and nobody has answered yet.
final class PendingQuestions: Sendable {
    /// What each answer leads to.
    typealias Choices = [AdapterCommand.Answer.Choice: @Sendable () -> Void]

    private struct Open {
        var reporter: TransferReporter
        var choices: Choices
    }

    private let state = Locked((last: 0, open: [Int: Open]()))

    /// Reports a question and keeps it until it is answered.
    ///
    /// - Parameters:
    ///   - reporter: Who reports the transfer that asks.
    ///   - question: Words the question with the number that it is given.
    ///   - choices: What each answer leads to.
    func ask(
        _ reporter: TransferReporter, _ question: (Int) -> AdapterEvent.Question, choices: Choices
    ) {
        let id = state.withLock { state in
            state.last += 1
            state.open[state.last] = Open(reporter: reporter, choices: choices)
            return state.last
        }
        reporter.report(.question(question(id)))
    }

    /// Answers a question; an answer that comes too late, or twice, is ignored.
    ///
    /// One that does not fit is refused, and the question stays open.
    func answer(_ answer: AdapterCommand.Answer) {
        let open: Open? = state.withLock { state in
            guard let open = state.open[answer.id] else { return nil }
            if open.choices[answer.with] != nil { state.open[answer.id] = nil }
            return open
        }
        guard let open else { return }
        guard let choice = open.choices[answer.with] else {
            let known = open.choices.keys.map(\.rawValue).sorted().joined(separator: ", ")
            let reason = "this question is answered by \(known)"
            return open.reporter.report(.unsupported(what: answer.with.rawValue, t: answer.t, reason: reason))
        }
        choice()
    }

    /// Drops the questions of transfers that have ended: they keep the client's objects alive.
    func dropEnded() {
        state.withLock { state in state.open = state.open.filter { !$0.value.reporter.hasEnded } }
    }
}
