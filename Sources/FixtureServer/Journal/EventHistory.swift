internal import EventLoop
internal import Locks

/// The events of one instance: appended on the loop, read from anywhere, by several readers, each from the start.
///
/// Bounded: the oldest events go first, and a reader that had not come to them is told how many it missed.
final class EventHistory: Sendable {
    private struct State {
        var events: Ring<JournalEvent>
        var isFinished = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var readers = 0

        mutating func append(
            _ kind: JournalEvent.Kind, at time: Duration, _ connection: ConnectionID?, _ exchange: ExchangeID?,
            _ transfer: String?
        ) {
            let event = JournalEvent(
                number: events.count, time: time, connection: connection, exchange: exchange, transfer: transfer,
                kind: kind)
            while events.makeRoom(for: event.footprint) != nil {}
            events.append(event, bytes: event.footprint)
        }

        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard !waiting.isEmpty else { return [] }
            defer { waiting = [:] }
            return Array(waiting.values)
        }
    }

    private let state: Locked<State>
    private let start = Duration.monotonic

    /// Real time since the instance started.
    var now: Duration { .monotonic - start }

    /// Keeps so many events of so many bytes, roughly.
    init(capacity: Int, bytes: Int) {
        state = Locked(State(events: Ring(capacity: capacity, bytes: bytes)))
    }

    /// Appends an event, which gets the next number.
    func append(
        _ kind: JournalEvent.Kind, at time: Duration, connection: ConnectionID? = nil, exchange: ExchangeID? = nil,
        transfer: String? = nil
    ) {
        let waiting = state.withLock { state in
            guard !state.isFinished else { return [CheckedContinuation<Void, Never>]() }
            state.append(kind, at: time, connection, exchange, transfer)
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
                connection, exchange, transfer)
            state.append(
                .wrote(offset: offset, body: prepared.contentLength, bytes: prepared.bytes.count), at: time,
                connection, exchange, transfer)
            state.append(.ended(.complete), at: time, connection, exchange, transfer)
            return state.takeWaiting()
        }
        for reader in waiting { reader.resume() }
    }

    /// The event of this number, or the gap before the oldest one kept, or nil behind the last.
    func event(_ number: Int) -> JournalEvent? {
        state.withLock { state in
            let oldest = state.events.dropped
            guard number < oldest else { return state.events.element(number) }
            let time = state.events.element(oldest)?.time ?? .zero
            return JournalEvent(number: oldest - 1, time: time, kind: .missed(oldest - number))
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
                    if number < state.events.count || state.isFinished || Task.isCancelled { return true }
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
    var next: Int { state.withLock { $0.events.count } }

    /// When something happened last, or zero.
    var lastTime: Duration {
        state.withLock { $0.events.last?.time ?? .zero }
    }

    /// Tells whether an event of this number can still come.
    func mayHave(_ number: Int) -> Bool {
        state.withLock { number < $0.events.count || !$0.isFinished }
    }
}

extension JournalEvent {
    /// About how many bytes of memory it takes: texts of a client's are as long as the client likes.
    fileprivate var footprint: Int {
        guard case .requested(let method, let target, _) = kind else { return MemoryLayout<JournalEvent>.stride }
        return MemoryLayout<JournalEvent>.stride + method.utf8.count + target.utf8.count
            + (transfer?.utf8.count ?? 0)
    }
}
