import CLibevent
import Locks

/// Calls a handler on the loop when the process receives a signal, instead of what the signal would do.
///
/// libevent lets one loop of a process watch signals at a time; a second one is refused with a trap that says so.
/// Dropping the last reference gives the signal its former effect back.
public final class SignalWatch {
    /// The signal's number.
    public let signal: Int32

    private let source: EventSource

    /// Loops that watch signals now: one, with the number of its watches, or none.
    private static let claim = Locked<(loop: ObjectIdentifier, watches: Int)?>(nil)

    /// Watches a signal.
    ///
    /// - Parameters:
    ///   - signal: `SIGINT`, `SIGTERM` and the like.
    ///   - loop: The loop the caller is on.
    ///   - handler: Called on the loop for each signal; several that arrive together may be told as one.
    public init(_ signal: Int32, on loop: EventLoop, handler: @escaping () -> Void) {
        loop.checkIsolated()
        self.signal = signal
        Self.claim.withLock { claim in
            let watches = claim?.watches ?? 0
            precondition(
                watches == 0 || claim?.loop == ObjectIdentifier(loop.core),
                "another event loop of this process watches signals; stop it, or watch them all on one loop")
            claim = (ObjectIdentifier(loop.core), watches + 1)
        }
        let flags = EV_SIGNAL | EV_PERSIST
        source = EventSource(on: loop.core, descriptor: signal, flags: flags) { occasion in
            if case .ready = occasion { handler() }
        }
        source.add(after: nil)
    }

    deinit {
        source.dispose()
        Self.claim.withLock { claim in
            guard let held = claim else { return }
            claim = held.watches == 1 ? nil : (held.loop, held.watches - 1)
        }
    }
}

extension EventLoop {
    /// The signals the process receives, as a stream, instead of what they would do.
    ///
    /// - Parameter signals: `SIGINT`, `SIGTERM` and the like.
    /// - Returns: A stream that gives each signal its former effect back when it is dropped.
    public func signals(_ signals: Int32...) async -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        await run { [self] in
            let watches = SignalWatches(
                signals.map { signal in
                    SignalWatch(signal, on: self) { continuation.yield(signal) }
                }, on: self)
            continuation.onTermination = { _ in watches.drop() }
        }
        return stream
    }
}

/// Watches that are made on the loop and dropped from anywhere.
///
/// `@unchecked Sendable`: `watches` is touched on the loop only.
private final class SignalWatches: @unchecked Sendable {
    private let loop: EventLoop
    private var watches: [SignalWatch]

    init(_ watches: [SignalWatch], on loop: EventLoop) {
        self.watches = watches
        self.loop = loop
    }

    func drop() { loop.core.perform { self.watches = [] } }
}
