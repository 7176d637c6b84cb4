internal import Scenarios

/// What is there to begin with.
struct IndexView: Encodable {
    let instances: String
    let description: String
    /// The instance of everything that names none.
    let home: String
}

/// A list of instances.
struct InstancesView: Encodable {
    let instances: [InstanceView]
}

/// An instance, as the control API tells of it.
struct InstanceView: Encodable {
    let id: String
    let scenario: String
    let seed: UInt64
    let speed: Double
    let gates: InstanceWish.Gates
    let state: String
    /// The base URL of the first origin.
    let url: String
    /// The base URLs by origin.
    let urls: [String: String]
    /// How many seconds it still lives if it is not used; absent where it lives as long as the server.
    let expiresIn: Duration?
    /// How many exchanges there were.
    let exchanges: Int
    /// How many events there were, which is the number of the next.
    let events: Int
    /// How many connections are open, besides those of the control API.
    let connections: Int

    init(_ running: RunningInstance) {
        id = running.id
        scenario = running.scenario.id
        seed = running.seed
        speed = running.configuration.speedInEffect
        gates = running.configuration.gates.holds ? .shut : .open
        state = running.isEnded ? "ended" : "running"
        urls = running.authorities.mapValues { "http://\($0)" }
        url = running.scenario.origins.first.flatMap { running.authorities[$0.name] }.map { "http://\($0)" } ?? ""
        expiresIn = running.isEnded ? nil : running.timeLeft
        exchanges = running.log.exchangesInAll
        events = running.log.history.next
        connections = running.openConnections
    }
}

/// A list of gates.
struct GatesView: Encodable {
    let gates: [GateView]
}

/// A gate of an instance, and who waits there.
struct GateView: Encodable {
    struct Waiting: Encodable {
        /// The exchange, or nil where a connection is held before its first request.
        let exchange: ExchangeID?
        let connection: ConnectionID
        /// The representation's offset of the next byte.
        let offset: Int64?
        /// When it came, in seconds since the instance started.
        let since: Duration
    }

    let gate: String
    /// Whether whoever comes may pass.
    let open: Bool
    /// How often it was come to.
    let reached: Int
    /// Who waits, the longest waiting first.
    let waiting: [Waiting]

    init(_ gate: String, of running: RunningInstance) {
        self.gate = gate
        open = running.gates.isOpen(gate)
        reached = running.gates.arrivals[gate] ?? 0
        waiting = running.gates.waiters(at: gate).compactMap { connection, exchange in
            let log = running.log
            let holds = exchange.flatMap { log.record(of: $0)?.holds } ?? log.record(of: connection)?.holds ?? []
            guard let hold = holds.last else { return nil }
            return Waiting(exchange: exchange, connection: connection, offset: hold.offset, since: hold.time)
        }
    }
}

/// What was waited for, and when it had come.
struct WaitView: Encodable {
    /// The time in the instance, in seconds since its start.
    let time: Duration
    var exchange: ExchangeRecord?
    var gate: GateView?
    var connection: ConnectionRecord?
}

extension RunningInstance {
    /// How many connections are open, besides those of the control API.
    var openConnections: Int { connections.values.count { !$0.entry.record.isControl } }

    /// The gates that the scenario names, and those that were come to, in order.
    var gateNames: [String] {
        var names = Set(gates.arrivals.keys)
        for case .hold(let gate) in scenario.origins.flatMap(\.connections).flatMap(\.actions) { names.insert(gate) }
        for answer in resources.answers {
            for step in answer.script {
                if case .hold(let gate) = step.action { names.insert(gate) }
            }
        }
        return names.sorted()
    }
}
