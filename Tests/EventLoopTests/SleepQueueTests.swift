import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(5))) struct SleepQueueTests {
    @Test func `sleepers come out in the order of their deadlines, then of their arrival`() {
        var queue = SleepQueue<String>()
        for (name, deadline) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("z", 99)] as [(String, Int64)] {
            queue.insert(name, id: queue.makeID(), until: deadline)
        }
        #expect(queue.earliest == 10)
        #expect(queue.pop(dueAt: 9) == nil)
        #expect([queue.pop(dueAt: 30), queue.pop(dueAt: 30), queue.pop(dueAt: 30)] == ["a", "b1", "b2"])
        #expect(queue.pop(dueAt: 30) == "c")
        #expect(queue.pop(dueAt: 30) == nil)
        #expect(queue.earliest == 99)
    }

    @Test func `a cancelled sleeper is handed out once and is not waited for`() {
        var queue = SleepQueue<String>()
        let first = queue.makeID()
        queue.insert("first", id: first, until: 1)
        queue.insert("second", id: queue.makeID(), until: 2)
        #expect(queue.cancel(first) == "first")
        #expect(queue.cancel(first) == nil)
        #expect(queue.earliest == 2)
        #expect(queue.removeAll() == ["second"])
        #expect(queue.isEmpty)
        #expect(queue.earliest == nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any mixture of sleeping, waking and cancelling agrees with a sorted list`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var queue = SleepQueue<Int>()
        var model: [(deadline: Int64, id: Int)] = []
        for _ in 0..<2000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let id = queue.makeID()
                let deadline = Int64.random(in: 0..<500, using: &random)
                queue.insert(id, id: id, until: deadline)
                model.append((deadline, id))
            case 2:
                guard let victim = model.randomElement(using: &random) else { continue }
                model.removeAll { $0.id == victim.id }
                #expect(queue.cancel(victim.id) == victim.id)
            default:
                let now = Int64.random(in: 0..<500, using: &random)
                let due = model.filter { $0.deadline <= now }.min { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
                #expect(queue.pop(dueAt: now) == due?.id)
                if let due { model.removeAll { $0.id == due.id } }
            }
            #expect(queue.earliest == model.map(\.deadline).min())
        }
    }
}

/// Sebastiano Vigna's generator, so that a failure can be repeated.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
