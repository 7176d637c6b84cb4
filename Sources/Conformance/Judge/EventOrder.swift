internal import AdapterProtocol

/// The order of the events of one transfer, as the protocol has it.
enum EventOrder {
    /// How often an event may come.
    private enum Times {
        case once
        case any
    }

    /// The place of an event in the order and how often it may come; nil for those that may come anywhere.
    private static func place(of event: AdapterEvent) -> (rank: Int, times: Times)? {
        switch event {
        case .started: (0, .once)
        case .question, .informational, .waiting: (1, .any)
        case .head: (2, .once)
        case .bytes: (3, .any)
        case .trailers: (4, .once)
        case .file: (5, .once)
        case .resumeData: (6, .once)
        case .metrics: (7, .once)
        case .end: (8, .once)
        default: nil
        }
    }

    /// What is wrong with the order of a transfer's events, its first end being the last of them.
    static func problem(in events: [AdapterEvent]) -> Problem? {
        if let first = events.first, first.ev != "started" {
            return Problem(.outOfOrder, expected: "the event started first", actual: "the event \(first.ev) first")
        }
        var last = (rank: -1, word: "nothing")
        var hasHead = false
        for event in events {
            guard let place = place(of: event) else { continue }
            if case .head = event { hasHead = true }
            if place.rank < last.rank {
                return Problem(
                    .outOfOrder, expected: "the event \(event.ev) before \(last.word)",
                    actual: "\(event.ev) after \(last.word)")
            }
            if place.rank == last.rank, place.times == .once {
                return Problem(.outOfOrder, expected: "one event \(event.ev)", actual: "a second \(event.ev)")
            }
            if case .bytes = event, !hasHead {
                return Problem(
                    .outOfOrder, expected: "a head before the first bytes",
                    actual: "bytes while no head had been reported")
            }
            last = (place.rank, event.ev)
        }
        if case .end(let end)? = events.last, end.outcome == .complete, !hasHead {
            return Problem(.outOfOrder, expected: "a head before the end", actual: "an end without any head")
        }
        return nil
    }
}
