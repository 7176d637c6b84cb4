/// How a body is spread over time.
public enum Pace: Hashable, Sendable {
    /// `1386B@20ms`: writes of exactly this size, one per interval.
    case writes(WriteSchedule)
    /// `27KiB/s`: smooth, in bytes per second, never ahead.
    case rate(Int64)
    /// `3.6s`: the whole body in that time.
    case within(Duration)
}

/// Writes of a size, one per interval; a range of either is jitter drawn from the run's seed.
public struct WriteSchedule: Hashable, Sendable {
    /// The most that one write holds: 16 MiB, for it is made in memory.
    public static let largestWrite: Int64 = 16 << 20

    /// How much one write holds, in bytes; at least 1, at most ``largestWrite``.
    public var size: ClosedRange<Int64>
    /// From the start of one write to the start of the next.
    public var interval: ClosedRange<Duration>

    /// Makes a schedule.
    public init(size: ClosedRange<Int64>, interval: ClosedRange<Duration>) {
        self.size = size
        self.interval = interval
    }

    /// Makes a schedule without jitter.
    public init(size: Int64, interval: Duration) {
        self.init(size: size...size, interval: interval...interval)
    }
}
