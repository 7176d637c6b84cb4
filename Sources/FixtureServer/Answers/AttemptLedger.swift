internal import HTTPMessages
internal import Scenarios

/// Which attempts of a resource are used up, in one instance.
///
/// A request takes the first attempt that is not used up and whose condition holds; then the resource answers.
final class AttemptLedger {
    private var taken: [Int]
    /// How many requests the resource has had.
    private(set) var requests = 0

    init(attempts: Int) {
        taken = Array(repeating: 0, count: attempts)
    }

    /// The indices of attempts that no request took.
    var unused: [Int] { taken.indices.filter { taken[$0] == 0 } }

    /// Counts a request where there are no attempts to take.
    func countPlain() { requests += 1 }

    /// Takes the attempt for a request and counts it; nil means that the resource itself answers.
    func take(
        from attempts: [Attempt], for request: HTTPRequestHead, onReusedConnection isReused: Bool
    ) -> Int? {
        requests += 1
        for (index, attempt) in attempts.enumerated() {
            if case .count(let limit) = attempt.times, taken[index] >= limit { continue }
            guard attempt.condition.holds(for: request, onReusedConnection: isReused) else { continue }
            taken[index] += 1
            return index
        }
        return nil
    }
}

extension Condition {
    /// Whether a request is as the condition says.
    func holds(for request: HTTPRequestHead, onReusedConnection isReused: Bool) -> Bool {
        if !methods.isEmpty, !methods.contains(request.method.rawValue) { return false }
        if let rangePresent, rangePresent != request.fields.contains("Range") { return false }
        if let connectionReused, connectionReused != isReused { return false }
        if !query.isEmpty {
            let items = request.parsedTarget.queryItems
            for wanted in query where !items.contains(where: { $0.name == wanted.name && $0.value == wanted.value }) {
                return false
            }
        }
        for line in fields {
            guard let value = line.value.plainText, request.fields.values(line.name).contains(value) else {
                return false
            }
        }
        return !lacks.contains { request.fields.contains($0) }
    }
}
