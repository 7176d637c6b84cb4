import CLibevent

/// Tells a handler on the loop, again and again, that a descriptor is ready.
///
/// Level-triggered: the handler is called as long as the descriptor is ready for something in `interest`. The descriptor
/// belongs to the caller, who closes the watch first. Dropping the last reference closes the watch too.
public final class FileWatch {
    /// What a descriptor is, or should be, ready for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits, our own and not libevent's.
        public let rawValue: UInt8

        /// Makes a set out of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Reading will not block: bytes, an end, or an error is there.
        public static let read = Readiness(rawValue: 1)
        /// Writing will not block.
        public static let write = Readiness(rawValue: 2)
    }

    /// What the handler is called for; empty means never.
    public var interest: Readiness {
        didSet { if interest != oldValue { register() } }
    }

    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: (Readiness) -> Void
    private var source: EventSource?

    /// Watches a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open, non-blocking descriptor that can be polled.
    ///   - interest: What to begin with.
    ///   - loop: The loop the caller is on.
    ///   - handler: Called on the loop with what the descriptor is ready for.
    public init(
        _ descriptor: Int32, for interest: Readiness, on loop: EventLoop, handler: @escaping (Readiness) -> Void
    ) {
        loop.checkIsolated()
        self.loop = loop
        self.descriptor = descriptor
        self.interest = interest
        self.handler = handler
        register()
    }

    deinit { source?.dispose() }

    /// Stops watching, at once and for good.
    public func close() {
        loop.checkIsolated()
        source?.release()
        source = nil
        interest = []
    }

    private func register() {
        source?.release()
        source = nil
        var flags = EV_PERSIST
        if interest.contains(.read) { flags |= EV_READ }
        if interest.contains(.write) { flags |= EV_WRITE }
        guard flags != EV_PERSIST else { return }
        let source = EventSource(on: loop.core, descriptor: descriptor, flags: flags) { [weak self] occasion in
            self?.report(occasion)
        }
        source.add(after: nil)
        self.source = source
    }

    private func report(_ occasion: EventSource.Occasion) {
        guard case .ready(let what) = occasion else { return }
        var readiness: Readiness = []
        if Int32(what) & EV_READ != 0 { readiness.insert(.read) }
        if Int32(what) & EV_WRITE != 0 { readiness.insert(.write) }
        handler(readiness)
    }
}
