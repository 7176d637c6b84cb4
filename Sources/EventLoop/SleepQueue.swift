/// Who sleeps until when; a binary heap in which the cancelled are forgotten lazily.
///
/// Sleepers with the same deadline wake in the order in which they fell asleep.
struct SleepQueue<Sleeper> {
    private struct Entry {
        let deadline: Int64
        let id: Int
    }

    private var heap: [Entry] = []
    private var sleepers: [Int: Sleeper] = [:]
    private var nextID = 0

    var isEmpty: Bool { sleepers.isEmpty }

    /// The id the next insertion will have.
    mutating func makeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    mutating func insert(_ sleeper: Sleeper, id: Int, until deadline: Int64) {
        sleepers[id] = sleeper
        heap.append(Entry(deadline: deadline, id: id))
        siftUp(heap.count - 1)
    }

    mutating func cancel(_ id: Int) -> Sleeper? {
        guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
        if heap.count > 64 && heap.count > 2 * sleepers.count { forgetCancelled() }
        return sleeper
    }

    /// The earliest deadline somebody still waits for.
    var earliest: Int64? {
        mutating get {
            while let first = heap.first, sleepers[first.id] == nil { removeFirst() }
            return heap.first?.deadline
        }
    }

    /// The next sleeper whose deadline has come.
    mutating func pop(dueAt now: Int64) -> Sleeper? {
        guard let earliest, earliest <= now, let first = heap.first else { return nil }
        removeFirst()
        return sleepers.removeValue(forKey: first.id)
    }

    mutating func removeAll() -> [Sleeper] {
        defer {
            heap = []
            sleepers = [:]
        }
        return Array(sleepers.values)
    }

    private mutating func forgetCancelled() {
        heap.removeAll { sleepers[$0.id] == nil }
        heap.sort(by: Self.precedes)
    }

    private static func precedes(_ one: Entry, _ other: Entry) -> Bool {
        one.deadline == other.deadline ? one.id < other.id : one.deadline < other.deadline
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.precedes(heap[child], heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && Self.precedes(heap[child], heap[smallest]) { smallest = child }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
