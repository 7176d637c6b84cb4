internal import Scenarios

/// The gates of an instance: one latch each, for all exchanges.
///
/// Opened for ever, or for the longest waiting only. ``Step/forever`` never opens.
final class GateBoard {
    private struct Waiting {
        let ticket: Int
        let connection: ConnectionID
        let exchange: ExchangeID?
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let rule: FixtureServer.GateRule
    private var opened: Set<String> = []
    private var waiting: [String: [Waiting]] = [:]
    private var tickets = 0
    /// How often each gate was come to, open or shut.
    private(set) var arrivals: [String: Int] = [:]

    init(rule: FixtureServer.GateRule) {
        self.rule = rule
    }

    /// Whether whoever comes to the gate may pass.
    func isOpen(_ gate: String) -> Bool {
        guard gate != Step.forever else { return false }
        if case .openWhenReached = rule { return true }
        return opened.contains(gate)
    }

    /// Whether a gate was opened for ever.
    func wasOpened(_ gate: String) -> Bool { opened.contains(gate) }

    /// An exchange has come to a gate.
    func arrive(at gate: String) { arrivals[gate, default: 0] += 1 }

    /// A ticket to wait with.
    func makeTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Waits in front of a shut gate; false when the ticket was given back instead.
    func wait(
        at gate: String, connection: ConnectionID, exchange: ExchangeID? = nil, ticket: Int
    ) async -> Bool {
        await withCheckedContinuation {
            waiting[gate, default: []].append(
                Waiting(ticket: ticket, connection: connection, exchange: exchange, continuation: $0))
        }
    }

    /// Opens a gate for ever, or for so many of the longest waiting.
    func open(_ gate: String, count: Int?) {
        guard gate != Step.forever else { return }
        guard let count else {
            opened.insert(gate)
            for one in waiting.removeValue(forKey: gate) ?? [] { one.continuation.resume(returning: true) }
            return
        }
        let free = (waiting[gate] ?? []).prefix(max(0, count))
        waiting[gate]?.removeFirst(free.count)
        for one in free { one.continuation.resume(returning: true) }
    }

    /// Shuts every gate again whose name begins so.
    func shut(below start: String) {
        opened = opened.filter { !$0.hasPrefix(start) }
        arrivals = arrivals.filter { !$0.key.hasPrefix(start) }
    }

    /// Whoever waits with this ticket waits no longer, and does not pass.
    func giveBack(_ ticket: Int) {
        for (gate, line) in waiting {
            guard let index = line.firstIndex(where: { $0.ticket == ticket }) else { continue }
            waiting[gate]?.remove(at: index)
            line[index].continuation.resume(returning: false)
            return
        }
    }

    /// The gate of whoever waits longest, besides those that never open.
    var longestWaiting: String? {
        waiting.filter { $0.key != Step.forever && !$0.value.isEmpty }
            .min { $0.value[0].ticket < $1.value[0].ticket }?.key
    }

    /// Who waits at a gate, the longest waiting first: an exchange, or a connection that no request was read from yet.
    func waiters(at gate: String) -> [(connection: ConnectionID, exchange: ExchangeID?)] {
        (waiting[gate] ?? []).map { ($0.connection, $0.exchange) }
    }

    /// The exchanges that wait at a gate, the longest waiting first.
    func held(at gate: String) -> [ExchangeID] {
        (waiting[gate] ?? []).compactMap(\.exchange)
    }
}
