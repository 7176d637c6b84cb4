import HTTPMessages
import YAML

/// The server of the play: which attempts are used up, which connections there are, which gates are open.
struct PlayedServer {
    let scenario: Scenario
    private var taken: [FileLocation: Int] = [:]
    private var connections: [String: Int] = [:]
    private(set) var idle: [String: [Int]] = [:]
    private var refusing: Set<String> = []
    var openGates: Set<String> = []
    /// Who asked for a path, and which attempt took the request.
    private var askers: [ResourcePath: [Asker]] = [:]

    init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    /// The answer to a request, and where it is written.
    struct Pick {
        var answer: Answer
        var resource: FileLocation
        var attempt: Attempt?
        var location: FileLocation { attempt?.location ?? resource }
    }

    private struct Asker {
        var transfer: String
        var attempt: Attempt?
        /// Whether requests of later steps are known to come later.
        var isOrdered = false
    }

    /// Takes the attempt for a request; nil where there is no such resource.
    mutating func pick(for request: PlayedRequest, isReused: Bool) -> Pick? {
        let pick = answer(to: request, isReused: isReused)
        if let attempt = pick?.attempt { taken[key(of: attempt, request), default: 0] += 1 }
        return pick
    }

    /// Below a star each path is a resource of its own.
    private func key(of attempt: Attempt, _ request: PlayedRequest) -> FileLocation {
        FileLocation(
            file: request.resource.description, line: attempt.location.line, column: attempt.location.column)
    }

    /// What answers a request, without using it up.
    func answer(to request: PlayedRequest, isReused: Bool) -> Pick? {
        let candidates = scenario.resources.filter { $0.path.origin == request.resource.origin }
        let resource =
            candidates.first { !$0.path.isPattern && $0.path.path == request.resource.path }
            ?? candidates.first { $0.path.isPattern && $0.path.matches(request.resource.path) }
        guard let resource else { return nil }
        for attempt in resource.attempts {
            if case .count(let limit) = attempt.times, taken[key(of: attempt, request), default: 0] >= limit {
                continue
            }
            guard request.meets(attempt.condition, isReused: isReused) else { continue }
            return Pick(answer: attempt.answer, resource: resource.location, attempt: attempt)
        }
        return Pick(answer: resource.answer, resource: resource.location)
    }

    /// A connection to an origin; nil when it refuses.
    mutating func connect(to origin: String) -> (number: Int, isReused: Bool)? {
        if let number = idle[origin]?.popLast() { return (number, true) }
        guard !refusing.contains(origin) else { return nil }
        connections[origin, default: 0] += 1
        return (connections[origin, default: 0], false)
    }

    /// The trouble of a new connection, as steps.
    func trouble(of connection: Int, to origin: String) -> [Step] {
        let written = scenario.origins.first { $0.name == origin }?.connections ?? []
        guard written.indices.contains(connection - 1) else { return [] }
        let trouble = written[connection - 1]
        return trouble.actions.map { Step(at: .request(0), $0, location: trouble.location) }
    }

    mutating func keep(_ connection: Int, to origin: String) {
        // Behind an exchange of an origin that is down, the connection is closed.
        if !refusing.contains(origin) { idle[origin, default: []].append(connection) }
    }

    mutating func close(_ connection: Int, to origin: String) {
        idle[origin]?.removeAll { $0 == connection }
    }

    mutating func closeAll() {
        idle = [:]
    }

    mutating func down(_ origin: String) {
        refusing.insert(origin)
        idle[origin] = []
    }

    mutating func up(_ origin: String) {
        refusing.remove(origin)
    }

    /// Notes who asked; gives a transfer whose request may as well come after this one and would leave its attempt to it.
    mutating func note(_ pick: Pick, of request: PlayedRequest, isReused: Bool, by transfer: String) -> String? {
        let rival = askers[request.resource]?.first { asker in
            guard !asker.isOrdered, asker.transfer != transfer, let attempt = asker.attempt,
                attempt.location != pick.location, attempt.times != .always
            else { return false }
            return request.meets(attempt.condition, isReused: isReused)
        }
        askers[request.resource, default: []].append(Asker(transfer: transfer, attempt: pick.attempt))
        return rival?.transfer
    }

    /// An await covers everything that a transfer has asked for.
    mutating func order(_ transfer: String) {
        for (path, list) in askers {
            for index in list.indices where list[index].transfer == transfer { askers[path]?[index].isOrdered = true }
        }
    }
}
