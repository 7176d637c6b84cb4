/// Who may transfer from a host, and who waits: a queue one can see (contract S15).
struct HostSlots {
    private struct Host {
        var holders: Set<Int> = []
        /// In the order of their turn: greater priority first, then who asked first (contract K14).
        var waiting: [Waiter] = []

        mutating func wait(_ waiter: Waiter) {
            let place = waiting.firstIndex { waiter.goes(before: $0) } ?? waiting.endIndex
            waiting.insert(waiter, at: place)
        }
    }

    private struct Waiter {
        var identifier: Int
        var priority: Float
        /// Who asked first has the smaller one.
        var turn: Int

        func goes(before other: Waiter) -> Bool {
            priority == other.priority ? turn < other.turn : priority > other.priority
        }
    }

    private let limit: Int
    private var hosts: [HostKey: Host] = [:]
    private var places: [Int: HostKey] = [:]
    private var turns = 0

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Asks for a slot; a task that has one, or waits for one, at the same host keeps its place.
    ///
    /// - Returns: Those who have one now and did not before.
    mutating func ask(_ identifier: Int, at host: HostKey, priority: Float) -> [Int] {
        if places[identifier] == host {
            return hosts[host]?.holders.contains(identifier) == true ? [identifier] : []
        }
        let freed = giveUp(identifier)
        places[identifier] = host
        turns += 1
        hosts[host, default: Host()].wait(Waiter(identifier: identifier, priority: priority, turn: turns))
        return freed + fill(host)
    }

    /// Gives one who waits another place in the queue; whoever has a slot keeps it.
    mutating func prioritise(_ identifier: Int, _ priority: Float) {
        guard let host = places[identifier],
            let place = hosts[host]?.waiting.firstIndex(where: { $0.identifier == identifier }),
            var waiter = hosts[host]?.waiting.remove(at: place)
        else { return }
        waiter.priority = priority
        hosts[host]?.wait(waiter)
    }

    /// Gives up a slot, or the wait for one.
    ///
    /// - Returns: Those who have one now and did not before.
    mutating func giveUp(_ identifier: Int) -> [Int] {
        guard let host = places.removeValue(forKey: identifier) else { return [] }
        hosts[host]?.holders.remove(identifier)
        hosts[host]?.waiting.removeAll { $0.identifier == identifier }
        return fill(host)
    }

    private mutating func fill(_ host: HostKey) -> [Int] {
        guard var entry = hosts[host] else { return [] }
        var granted: [Int] = []
        while entry.holders.count < limit, !entry.waiting.isEmpty {
            let next = entry.waiting.removeFirst()
            entry.holders.insert(next.identifier)
            granted.append(next.identifier)
        }
        hosts[host] = entry.holders.isEmpty && entry.waiting.isEmpty ? nil : entry
        return granted
    }
}
