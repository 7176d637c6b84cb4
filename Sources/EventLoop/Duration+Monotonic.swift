// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Duration {
    /// The machine's monotonic time; only differences mean something.
    package static var monotonic: Duration { .nanoseconds(Int64.monotonicNanoseconds) }

    /// Whole nanoseconds, stopping at the ends of `Int64` (292 years).
    package var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carry ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Int64 {
    static var monotonicNanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
