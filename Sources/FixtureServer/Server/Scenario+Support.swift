internal import Scenarios

extension Scenario {
    /// A word of the format that would be ignored if it were played, or nil; such a scenario is refused, because a test
    /// of what does not happen passes.
    var unsupportedWord: String? {
        if link != nil { return "link" }
        return nil
    }
}
