internal import Scenarios

/// What a wait waits for.
enum WaitCondition: CustomStringConvertible {
    /// An exchange is over.
    case ended(ExchangeID)
    /// A gate was come to so often in all.
    case reached(gate: String, count: Int)
    /// A connection is closed.
    case closed(ConnectionID)
    /// There was a connection, and none is open any more.
    case allClosed

    /// Reads the one condition that a query has to have.
    init(_ query: [String: String]) throws(Problem) {
        let conditions = ["ended", "reached", "closed"].filter { query[$0] != nil }
        guard conditions.count == 1 else {
            throw Problem(.badRequest, "The query needs one of ended=EXCHANGE, reached=GATE and closed=CONNECTION|all.")
        }
        let count = try query.number("count", from: 1)
        guard count == nil || query["reached"] != nil else {
            throw Problem(.badRequest, "A count belongs to reached=GATE.")
        }
        if let exchange = try query.number("ended", from: 1) {
            self = .ended(ExchangeID(exchange))
        } else if let gate = query["reached"] {
            self = .reached(gate: gate, count: count ?? 1)
        } else if query["closed"] == "all" {
            self = .allClosed
        } else {
            self = .closed(ConnectionID(try query.number("closed", from: 1) ?? 1))
        }
    }

    /// What there is to say if it has come true, or nil.
    func view(of running: RunningInstance) throws(Problem) -> WaitView? {
        var view = WaitView(time: running.log.now)
        switch self {
        case .ended(let exchange):
            guard running.log.isEnded(exchange) == true else { return nil }
            view.exchange = try found(running.log.record(of: exchange), "exchange \(exchange.number)")
        case .reached(let gate, let count):
            guard running.gates.arrivals[gate, default: 0] >= count else { return nil }
            view.gate = GateView(gate, of: running)
        case .closed(let connection):
            guard connection.number <= running.log.connectionsInAll else { return nil }
            let record = try found(running.log.record(of: connection), "connection \(connection.number)")
            guard record.closed != nil else { return nil }
            view.connection = record
        case .allClosed:
            guard running.log.connectionsInAll > running.log.controlConnections, running.openConnections == 0 else {
                return nil
            }
        }
        return view
    }

    private func found<Record>(_ record: Record?, _ what: String) throws(Problem) -> Record {
        guard let record else { throw Problem(.gone, "The \(what) was forgotten: the journal is bounded.") }
        return record
    }

    /// The condition in words.
    var description: String {
        switch self {
        case .ended(let exchange): "exchange \(exchange.number) ended"
        case .reached(let gate, let count): "gate '\(gate)' was reached \(count == 1 ? "once" : "\(count) times")"
        case .closed(let connection): "connection \(connection.number) was closed"
        case .allClosed: "the last connection was closed"
        }
    }
}

extension [String: String] {
    /// A whole number of the query.
    func number(_ name: String, from least: Int) throws(Problem) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), number >= least else {
            throw Problem(.badRequest, "The query says \(name)=\(text); expected a whole number from \(least).")
        }
        return number
    }

    /// A duration of the query, as scenario files write them.
    func duration(_ name: String) throws(Problem) -> Duration? {
        guard let text = self[name] else { return nil }
        guard let duration = try? Notation.duration(text), duration > .zero else {
            throw Problem(.badRequest, "The query says \(name)=\(text); expected a duration such as 10s.")
        }
        return duration
    }
}
