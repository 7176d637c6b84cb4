internal import Scenarios

extension Scenario {
    /// A word of the format that would be ignored if it were played, or nil; such a scenario is refused, because a test
    /// of what does not happen passes.
    var unsupportedWord: String? {
        if link != nil { return "link" }
        if origins.contains(where: { !$0.connections.isEmpty }) { return "connections" }
        let answers = resources.flatMap { [$0.answer] + $0.attempts.map(\.answer) }
        for answer in answers {
            if answer.encoding != .none { return "encoding" }
            if answer.auth != nil { return "auth" }
        }
        return nil
    }
}
