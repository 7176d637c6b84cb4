import HTTPMessages
import YAML

/// One exchange of the play: what is still to happen on its way.
struct PlayedExchange {
    /// What happens on an answer's way, in wire order.
    enum Event: Hashable {
        case step(Step)
        /// The whole head was sent.
        case head
        /// The body was sent up to here.
        case bytes(to: Int64)
        /// All was sent, the mark of the end too.
        case finished
    }

    let number: Int
    let transfer: String
    let request: PlayedRequest
    let answer: Answer
    let played: PlayedAnswer
    let isReused: Bool
    let connection: Int
    /// The part of the scenario that answers.
    let pick: PlayedServer.Pick
    /// How many steps of trouble at accept are still in front of the request.
    private var troubleLeft: Int
    private(set) var events: ArraySlice<Event>
    /// Whether the transfer still listens to it.
    var isFollowed = true
    /// Whether it was let through the hold at which it stands.
    var isReleased = false
    /// Where it stands.
    private(set) var standing = Standing.beforeHead

    enum Standing: Hashable {
        case beforeHead
        case inHead
        case inBody
        case allSent
        case finished
    }

    init(
        number: Int, transfer: String, request: PlayedRequest, answer: Answer, played: PlayedAnswer, isReused: Bool,
        connection: Int, pick: PlayedServer.Pick, trouble: [Step], facts: BodyFacts
    ) {
        self.number = number
        self.transfer = transfer
        self.request = request
        self.answer = answer
        self.played = played
        self.isReused = isReused
        self.connection = connection
        self.pick = pick
        // Behind a cut nothing is read.
        let isCut = trouble.contains { if case .cut = $0.action { true } else { false } }
        troubleLeft = isCut ? .max : trouble.count
        events = PlayedExchange.events(answer, played, trouble, facts)[...]
    }

    private static func events(
        _ answer: Answer, _ played: PlayedAnswer, _ trouble: [Step], _ facts: BodyFacts
    ) -> [Event] {
        var events = trouble.map { Event.step($0) }
        let script = answer.script
        events += script.filter { $0.position.rank <= 1 }.map { .step($0) }
        events.append(.head)
        events += script.filter { $0.position == .body }.map { .step($0) }
        if let served = played.served {
            for step in script {
                guard case .offset(let offset) = step.position,
                    case .byte(let byte) = facts.place(of: offset, in: answer.raw ?? answer.body)
                else { continue }
                // An answer that starts behind the beginning passes over offsets up to its start.
                let isPassed = served.lowerBound > 0 && byte <= served.lowerBound
                guard !isPassed, byte <= served.upperBound else { continue }
                events += [.bytes(to: byte), .step(step)]
            }
            events.append(.bytes(to: served.upperBound))
            // What never ends comes to nothing behind it; where raw bytes do not, the client may see that it is no answer.
            if served.upperBound == .max, answer.raw == nil { return events }
        }
        events += script.filter { $0.position.rank == 4 }.map { .step($0) }
        events.append(.finished)
        return events + script.filter { $0.position == .done }.map { .step($0) }
    }

    /// The gate at which it stands, unless it is released.
    func gate(open: Set<String>) -> String? {
        guard !isReleased, case .step(let step)? = events.first, case .hold(let gate) = step.action,
            !open.contains(gate)
        else { return nil }
        return gate
    }

    var next: Event? { events.first }

    /// Whether the server reads the request now, or has read it.
    var isPastTrouble: Bool { troubleLeft == 0 }

    /// Lets the next event be done.
    mutating func advance() {
        guard let event = events.popFirst() else { return }
        switch event {
        case .head: standing = .inBody
        case .bytes(let end): if end == played.served?.upperBound { standing = .allSent }
        case .finished: standing = .finished
        case .step(let step):
            isReleased = false
            troubleLeft = max(0, troubleLeft - 1)
            if case .head(let bytes) = step.position, bytes > 0, standing == .beforeHead { standing = .inHead }
        }
    }

    /// Ends it: nothing more happens.
    mutating func end() {
        events = []
        isFollowed = false
    }

    /// Where a cut meets the answer.
    func place(of step: Step) -> ExchangeEnd.Place {
        switch step.position {
        case .request, .head(0): return .beforeHead
        case .head: return .inHead
        case .end(let bytes): return .atEnd(marked: bytes)
        case .done: return .behindEnd
        case .body, .offset: return standing == .allSent ? .atEnd(marked: 0) : .inBody
        }
    }

    /// Whether the connection serves another request behind this one.
    var keepsConnection: Bool {
        let closes = answer.fields.contains { line in
            line.name.lowercased() == "connection" && line.value.plainText?.lowercased() == "close"
        }
        return answer.raw == nil && answer.framing != .untilClose && answer.version == .http11 && !closes
    }
}
