import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One `struct event`: a descriptor's readiness, a delay or a signal, told to an owner on the loop.
///
/// The core's table holds the source while it is registered. The handler refers to its owner weakly, so a callback can
/// never meet an owner that is being freed.
///
/// `@unchecked Sendable`: all state is touched on the loop only; the reference travels from an owner freed elsewhere to
/// the loop, where `release` is called.
@safe final class EventSource: LoopSource, @unchecked Sendable {
    enum Occasion {
        /// What libevent reported: `EV_READ` and the like.
        case ready(Int16)
        /// The jobs which that report made ready have run.
        case settled
        /// The loop ends.
        case stop
    }

    private let core: LoopCore
    private var raw: OpaquePointer?
    private let handler: (Occasion) -> Void

    init(on core: LoopCore, descriptor: Int32, flags: Int32, handler: @escaping (Occasion) -> Void) {
        core.checkIsolated()
        self.core = core
        self.handler = handler
        unsafe raw = nil
        guard !core.isEnding else { return }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe raw = event_new(core.base, descriptor, Int16(flags), Self.onEvent, context)
        core.insert(self)
    }

    func add(after delay: Duration?) {
        guard let raw = unsafe raw else { return }
        guard let delay else {
            unsafe event_add(raw, nil)
            return
        }
        var interval = timeval(roundingUp: delay)
        unsafe event_add(raw, &interval)
    }

    func remove() {
        guard let raw = unsafe raw else { return }
        unsafe event_del(raw)
    }

    /// Frees the C object; nothing is told to the owner after this.
    func release() {
        guard let raw = unsafe raw else { return }
        unsafe event_free(raw)
        unsafe self.raw = nil
        core.remove(self)
    }

    /// The loop ends: the owner is told once, to resume whoever waits.
    func stop() { handler(.stop) }

    /// Frees the C object on the loop, wherever the owner ended, and closes its descriptor after that.
    func dispose(closing descriptor: Int32? = nil) {
        core.perform {
            self.release()
            if let descriptor { close(descriptor) }
        }
    }

    private static let onEvent: event_callback_fn = { _, what, context in
        guard let context = unsafe context else { return }
        let source = unsafe Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
        source.core.turn {
            source.handler(.ready(what))
        } then: {
            source.handler(.settled)
        }
    }
}

extension timeval {
    /// Rounds up to whole microseconds, so that what waits is never woken before its time.
    init(roundingUp duration: Duration) {
        let (seconds, attoseconds) = max(duration, .zero).components
        let microseconds = attoseconds / 1_000_000_000_000 + 1
        self.init()
        tv_sec = .init(min(seconds, 1_000_000_000) + microseconds / 1_000_000)
        tv_usec = .init(microseconds % 1_000_000)
    }
}
