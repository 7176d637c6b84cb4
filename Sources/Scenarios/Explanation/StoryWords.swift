import HTTPMessages
import YAML

/// A play in words: the client's steps, and what server and transfers do behind each.
struct StoryWords {
    let lines: [String]

    /// Plays and tells; nil where the length of a body is not known.
    init?(of scenario: Scenario, facts: BodyFacts) {
        guard facts.areComplete(for: scenario) else { return nil }
        var play = PerfectPlay(scenario, facts: facts, log: Complaints())
        _ = play.play()
        lines = play.story.events.compactMap { event in Self.line(event, of: play, scenario, facts) }
    }

    private static func line(
        _ event: Story.Event, of play: PerfectPlay, _ scenario: Scenario, _ facts: BodyFacts
    ) -> String? {
        switch event {
        case .lane(let step): return step.verb.words
        case .ended(let name, let outcome): return "  \(name): \(outcome.words)"
        case .asked(let number):
            return "  \(play.exchanges[number].transfer): \(asked(play.exchanges[number], scenario))"
        case .head(let number): return "  \(play.exchanges[number].transfer): \(head(of: play.exchanges[number]))"
        case .held(let number, let step):
            let exchange = play.exchanges[number]
            return "  \(exchange.transfer): the server \(step.action.words), \(step.place(in: exchange.answer, facts))"
        case .did(let number, let step):
            if case .hold = step.action { return nil }
            let exchange = play.exchanges[number]
            return "  \(exchange.transfer): the server \(step.action.words), \(step.place(in: exchange.answer, facts))"
        }
    }

    private static func asked(_ exchange: PlayedExchange, _ scenario: Scenario) -> String {
        let request = exchange.request
        var words = ["\(request.method) \(request.resource)\(request.query)"]
        if let range = request.fields["Range"] { words.append("Range: \(range)") }
        if request.fields.contains("If-Range") { words.append("If-Range with the validator") }
        if request.credentials != nil { words.append("with credentials") }
        if let attempt = exchange.pick.attempt {
            let attempts = scenario.resources.first { $0.location == exchange.pick.resource }?.attempts ?? []
            if let index = attempts.firstIndex(where: { $0.location == attempt.location }) {
                words.append("attempt \(index + 1) answers")
            }
        }
        return words.joined(separator: ", ")
    }

    private static func head(of exchange: PlayedExchange) -> String {
        if exchange.answer.raw != nil { return "raw bytes come" }
        let head = exchange.played.head
        var words = ["status \(head.status)"]
        if let range = head.fields["Content-Range"] { words.append("Content-Range: \(range)") }
        if let length = exchange.played.contentLength, exchange.played.served != nil {
            words.append("Content-Length: \(length)")
        }
        return words.joined(separator: ", ")
    }
}

extension PlayedTransfer.Outcome {
    fileprivate var words: String {
        switch self {
        case .complete: "is complete"
        case .failed: "has failed"
        case .cancelled: "is cancelled"
        case .interrupted: "has died with its process"
        case .either: "is complete or has failed: the reset may have overtaken the end"
        }
    }
}
