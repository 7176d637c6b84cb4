internal import Synchronization

/// The events of one instance: appended on the loop, read from anywhere, by several readers, each from the start.
///
/// Bounded: the oldest events go first, and a reader that had not come to them is told how many it missed.
final class EventHistory: Sendable {
    private struct State {
        var ring: [JournalEvent] = []
        /// The number of the oldest event kept.
        var first = 0
        /// The number of the next event.
        var next = 0
        var isFinished = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var readers = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Appends an event, which gets the next number.
    func append(
        _ kind: JournalEvent.Kind, at time: Duration, connection: ConnectionID? = nil, exchange: ExchangeID? = nil,
        transfer: String? = nil
    ) {
        let waiting = state.withLock { state in
            guard !state.isFinished else { return [CheckedContinuation<Void, Never>]() }
            let event = JournalEvent(
                number: state.next, time: time, connection: connection, exchange: exchange, transfer: transfer,
                kind: kind)
            if state.ring.count < capacity {
                state.ring.append(event)
            } else {
                state.ring[state.next % capacity] = event
                state.first += 1
            }
            state.next += 1
            if case .finished = kind { state.isFinished = true }
            guard !state.waiting.isEmpty else { return [] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for reader in waiting { reader.resume() }
    }

    /// The event of this number, or the gap before the oldest one kept, or nil behind the last.
    func event(_ number: Int) -> JournalEvent? {
        state.withLock { state in
            guard number < state.next else { return nil }
            guard number >= state.first else {
                let oldest = state.ring[state.first % capacity]
                return JournalEvent(
                    number: state.first - 1, time: oldest.time, kind: .missed(state.first - number))
            }
            return state.ring[number % capacity]
        }
    }

    /// Returns when there is an event of this number, or none will come, or the task is cancelled.
    func await(_ number: Int) async {
        let reader = state.withLock { state in
            state.readers += 1
            return state.readers
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if number < state.next || state.isFinished || Task.isCancelled { return true }
                    state.waiting[reader] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: reader) }?.resume()
        }
    }

    /// Tells whether an event of this number can still come.
    func mayHave(_ number: Int) -> Bool {
        state.withLock { number < $0.next || !$0.isFinished }
    }
}
