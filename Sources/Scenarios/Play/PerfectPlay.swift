import HTTPMessages
import YAML

/// Plays a scenario with a server and a client that do everything right, eagerly: whatever can happen has happened
/// before the next step of the lane.
///
/// What a step of the lane waits for and does not follow from what is before it is complained about.
struct PerfectPlay {
    let scenario: Scenario
    let facts: BodyFacts
    let log: Complaints
    var foresight = Foresight()
    var story = Story()
    var transfers: [String: PlayedTransfer] = [:]
    /// The transfers in the order in which they were started.
    var order: [String] = []
    var exchanges: [PlayedExchange] = []
    /// All exchanges before this one have come to their end.
    var firstLive = 0
    var server: PlayedServer

    /// Redirects are followed so often.
    static let mostHops = 20
    /// More exchanges than this are a loop.
    static let mostExchanges = 5_000

    init(_ scenario: Scenario, facts: BodyFacts, log: Complaints) {
        self.scenario = scenario
        self.facts = facts
        self.log = log
        server = PlayedServer(scenario)
    }

    /// Plays the lane to its end.
    mutating func play() -> Foresight {
        for step in scenario.lane {
            story.tell(.lane(step))
            play(step)
            settle()
        }
        for name in order { checkEnd(of: name) }
        return foresight
    }

    private mutating func play(_ step: LaneStep) {
        switch step.verb {
        case .start(let start): begin(start, step)
        case .resume(let resume): begin(resume, step)
        case .awaitGate(let gate, let count): awaitGate(gate, count, step)
        case .awaitTransfer(let name, let milestone): awaitTransfer(name, milestone, step)
        case .open(let gate, let count): open(gate, count)
        case .cancel(let name):
            guard let transfer = known(name, step), !transfer.hasEnded else { return }
            cancel(name)
        case .suspend(let name):
            guard let transfer = known(name, step) else { return }
            if transfer.hasEnded {
                log.add(step.location, "'\(name)' has ended before it is suspended")
            }
            transfers[name]?.isSuspended = true
        case .unsuspend(let name): unsuspend(name, step)
        case .read(let name, let amount):
            guard known(name, step) != nil else { return }
            switch amount {
            case .all: transfers[name]?.readLimit = nil
            case .bytes(let count):
                if let limit = transfers[name]?.readLimit { transfers[name]?.readLimit = limit + count }
            }
        case .answer(let name, let reply): answer(name, reply, step)
        case .quiet(let subject, _): checkQuiet(subject, step)
        case .wait(let duration): checkWait(duration, step)
        case .killClient: killClient()
        case .restore(let name): restore(name, step)
        case .down(let origin): server.down(origin)
        case .up(let origin): server.up(origin)
        }
    }

    /// A transfer that has been started.
    func known(_ name: String, _ step: LaneStep) -> PlayedTransfer? {
        if let transfer = transfers[name] { return transfer }
        log.add(step.location, "'\(name)' has not been started here")
        return nil
    }
}
