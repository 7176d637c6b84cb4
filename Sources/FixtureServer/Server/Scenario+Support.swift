internal import Scenarios

extension Scenario {
    /// A word of the format that would be ignored if it were played, or nil; such a scenario is refused, because a test
    /// of what does not happen passes.
    var unsupportedWord: String? {
        if link != nil { return "link" }
        let answers = resources.flatMap { [$0.answer] + $0.attempts.map(\.answer) }
        return answers.lazy.compactMap(\.unsupportedWord).first
    }
}

extension Answer {
    /// A word of the format that would be ignored if it were played, or nil.
    var unsupportedWord: String? {
        if auth != nil { return "auth" }
        return nil
    }
}
