/// A scenario in words: what the server has, and what then happens when server and client do everything right.
///
/// The second half comes from the play that the lint makes too, so that it cannot say anything else.
public struct Explanation: Sendable {
    /// The lines, without line feeds.
    public let lines: [String]

    /// Explains a scenario; lengths come from `facts`, and without them there is no play.
    public init(of scenario: Scenario, facts: BodyFacts) {
        var lines = [scenario.id, scenario.title, scenario.why, "", "The server has:"]
        for resource in scenario.resources { lines += ResourceWords(resource, facts).lines.map { "  " + $0 } }
        if let link = scenario.link { lines.append("  All connections share \(link) B/s.") }
        for origin in scenario.origins {
            if let size = origin.sendBuffer {
                lines.append("  Of each connection to \(origin.name) about \(size) bytes wait in the kernel at most.")
            }
            for (index, trouble) in origin.connections.enumerated() {
                let what = trouble.actions.map(\.words).joined(separator: ", then ")
                lines.append("  connection \(index + 1) to \(origin.name): \(what)")
            }
        }
        if scenario.lane.isEmpty {
            lines += ["", "No client is described: whoever asks gets this."]
        } else if let story = StoryWords(of: scenario, facts: facts) {
            lines += ["", "What then happens, if server and client do everything right:"]
            lines += story.lines.map { "  " + $0 }
        }
        self.lines = lines
    }
}
