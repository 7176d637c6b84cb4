internal import EventLoop
internal import Locks

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

        mutating func append(
            _ kind: JournalEvent.Kind, at time: Duration, _ connection: ConnectionID?, _ exchange: ExchangeID?,
            _ transfer: String?, _ capacity: Int
        ) {
            let event = JournalEvent(
                number: next, time: time, connection: connection, exchange: exchange, transfer: transfer, kind: kind)
            if ring.count < capacity {
                ring.append(event)
            } else {
                ring[next % capacity] = event
                first += 1
            }
            next += 1
        }

        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard !waiting.isEmpty else { return [] }
            defer { waiting = [:] }
            return Array(waiting.values)
        }
    }

    private let state = Locked(State())
    private let capacity: Int
    private let start = Duration.monotonic

    /// Real time since the instance started.
    var now: Duration { .monotonic - start }

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
            state.append(kind, at: time, connection, exchange, transfer, capacity)
            if case .finished = kind { state.isFinished = true }
            return state.takeWaiting()
        }
        for reader in waiting { reader.resume() }
    }

    /// Appends the three events of a prepared answer that was sent in one write.
    func append(_ plain: PlainExchange, endedAt time: Duration) {
        let waiting = state.withLock { state in
            guard !state.isFinished else { return [CheckedContinuation<Void, Never>]() }
            let (prepared, connection, exchange, transfer) =
                (plain.prepared, plain.connection, plain.id, plain.transfer)
            let offset: Int64? = prepared.contentLength > 0 ? 0 : nil
            state.append(
                .requested(method: "GET", target: prepared.path, resource: prepared.resource), at: plain.started,
                connection, exchange, transfer, capacity)
            state.append(
                .wrote(offset: offset, body: prepared.contentLength, bytes: prepared.bytes.count), at: time,
                connection, exchange, transfer, capacity)
            state.append(.ended(.complete), at: time, connection, exchange, transfer, capacity)
            return state.takeWaiting()
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

    /// The number that the next event will have.
    var next: Int { state.withLock { $0.next } }

    /// When something happened last, or zero.
    var lastTime: Duration {
        state.withLock { $0.next > 0 ? $0.ring[($0.next - 1) % capacity].time : .zero }
    }

    /// Tells whether an event of this number can still come.
    func mayHave(_ number: Int) -> Bool {
        state.withLock { number < $0.next || !$0.isFinished }
    }
}
