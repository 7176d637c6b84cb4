internal import HTTPMessages
internal import Scenarios

/// The resources of an instance, found by origin and path, with what was taken of their attempts.
struct ResourceTable {
    /// The part of the scenario that answers a request.
    struct Choice {
        let resource: Resource
        /// The index of the attempt, or nil for the resource itself.
        let attempt: Int?
        /// The place among the requests for this path, from 1.
        let occurrence: Int

        var answer: Answer { attempt.map { resource.attempts[$0].answer } ?? resource.answer }
    }

    private struct Key: Hashable {
        let origin: String
        let path: String
    }

    private var resources: [Resource] = []
    private var exact: [Key: Int] = [:]
    private var ledgers: [Key: AttemptLedger] = [:]

    init(_ resources: [Resource]) {
        add(resources)
    }

    /// Adds resources that were found while the instance runs.
    mutating func add(_ more: [Resource]) {
        for resource in more {
            if !resource.path.isPattern {
                exact[Key(origin: resource.path.origin, path: resource.path.path)] = resources.count
            }
            resources.append(resource)
        }
    }

    /// Removes the resources of paths that begin so, with everything that was counted of them.
    mutating func remove(below start: String) {
        let kept = resources.filter { !$0.path.path.hasPrefix(start) }
        resources = []
        exact = [:]
        add(kept)
        ledgers = ledgers.filter { !$0.key.path.hasPrefix(start) }
    }

    /// Every answer that may be given.
    var answers: [Answer] { resources.flatMap { [$0.answer] + $0.attempts.map(\.answer) } }

    /// The resource of a path; exact names go before `*`.
    func resource(_ path: String, on origin: String) -> Resource? {
        if let exact = exactResource(path, on: origin) { return exact }
        return resources.first { $0.path.isPattern && $0.path.origin == origin && $0.path.matches(path) }
    }

    /// The resource of exactly this path.
    func exactResource(_ path: String, on origin: String) -> Resource? {
        exact[Key(origin: origin, path: path)].map { resources[$0] }
    }

    /// Takes the attempt, or the resource, that answers a request.
    mutating func choose(
        _ resource: Resource, for request: HTTPRequestHead, path: String, onReusedConnection isReused: Bool
    ) -> Choice {
        let ledger = ledger(of: resource, path: path)
        let attempt = ledger.take(from: resource.attempts, for: request, onReusedConnection: isReused)
        return Choice(resource: resource, attempt: attempt, occurrence: ledger.requests)
    }

    /// What was taken of a resource, or of one path below a `*`.
    mutating func ledger(of resource: Resource, path: String) -> AttemptLedger {
        let key = Key(origin: resource.path.origin, path: path)
        if let known = ledgers[key] { return known }
        let ledger = AttemptLedger(attempts: resource.attempts.count)
        ledgers[key] = ledger
        return ledger
    }

    /// The attempts that no request took, by the resource's name in the scenario.
    var attemptsUnused: [String: [Int]] {
        var unused: [String: [Int]] = [:]
        for resource in resources where !resource.attempts.isEmpty {
            let all = ledgers.filter { $0.key.origin == resource.path.origin && resource.path.matches($0.key.path) }
            let never = resource.attempts.indices.filter { index in
                all.values.allSatisfy { $0.unused.contains(index) }
            }
            if !never.isEmpty { unused[resource.path.description] = never }
        }
        return unused
    }
}
