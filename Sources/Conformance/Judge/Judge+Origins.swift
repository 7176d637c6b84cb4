internal import FixtureServer
internal import Scenarios

extension Judge {
    /// Whether the server came to make the trouble at accept that a perfect client meets.
    func originFindings() -> [Finding] {
        scenario.origins.filter { !$0.connections.isEmpty }.map { origin in
            let unmet = unplayed(origin)
            return Finding(
                "//\(origin.name).played", level: scenario.level, unmet.isEmpty ? .pass : .blocked,
                asked:
                    "The server came to make all the trouble that the scenario has for connections to \(origin.name).",
                expected: unmet.isEmpty ? "" : "every hold, pause and cut at accept",
                actual: unmet.joined(separator: "; "))
        }
    }

    private func unplayed(_ origin: Origin) -> [String] {
        let accepted = journal.connections.filter { $0.origin == origin.name }
        return origin.connections.enumerated().flatMap { index, trouble -> [String] in
            guard transcript.foresight?.steps.contains(trouble.location) ?? true else { return [] }
            guard accepted.indices.contains(index) else { return ["connection \(index + 1) never came"] }
            let connection = accepted[index]
            // Behind a hold or pause at which the client left, nothing is made any more.
            guard connection.departure == nil || connection.cut != nil else { return [] }
            return trouble.actions.filter { !connection.made($0) }.map { action in
                "\(action.name) on connection \(index + 1) was never come to"
            }
        }
    }
}

extension ConnectionRecord {
    /// Whether an action of trouble at accept was made.
    fileprivate func made(_ action: Step.Action) -> Bool {
        switch action {
        case .hold(let gate): holds.contains { $0.gate == gate }
        case .pause: !pauses.isEmpty
        case .cut: cut != nil
        case .pace, .send, .inform: true
        }
    }
}
