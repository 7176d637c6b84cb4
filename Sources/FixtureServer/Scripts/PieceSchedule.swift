internal import EventLoop
internal import Scenarios

/// When the pieces of a paced content are due, and how large they are.
///
/// Times count from an anchor in clock time and are absolute (k × interval), so lateness of one piece does not move the
/// next. After a hold, a pause or a full socket the player starts the schedule anew: nothing is caught up.
struct PieceSchedule {
    /// The largest write where nothing else is said.
    static let largestPiece: Int64 = 64 << 10
    private static let second: Int64 = 1_000_000_000
    /// How often a smooth pace writes, at most, in nanoseconds.
    private static let smoothness = second / 50

    /// How the schedule begins.
    enum Beginning {
        /// Behind a hold, a pause or the head: the first of sized pieces goes at once.
        case freely
        /// Right behind another piece: an interval passes first.
        case behindPiece
    }

    private let pace: Pace?
    /// A smooth pace: so many bytes in so many nanoseconds.
    private let stretch: (bytes: Int64, time: Int64)?
    private var random: SeededRandom
    private var due = Duration.zero
    private var sent: Int64 = 0
    private var beginning = Beginning.freely

    /// Makes the schedule of a pace.
    ///
    /// - Parameters:
    ///   - pace: The pace; nil is as fast as the socket takes it.
    ///   - remaining: The bytes still to be sent, for a pace given as a time; nil when they do not end.
    ///   - seed: What jitter is drawn from.
    init(pace: Pace?, remaining: Int64?, seed: UInt64) {
        self.pace = pace
        random = SeededRandom(seed: seed)
        stretch =
            switch pace {
            case .rate(let bytes): (max(1, bytes), Self.second)
            case .within(let time): remaining.map { (max(1, $0), max(1, time.inNanoseconds)) }
            case .writes, nil: nil
            }
    }

    /// Whether pieces wait for anything but the socket.
    var isPaced: Bool { pace != nil }

    /// No piece is larger.
    var largestPiece: Int {
        guard case .writes(let schedule) = pace else { return Int(Self.largestPiece) }
        return Int(max(Self.largestPiece, Self.size(schedule.size.upperBound)))
    }

    /// Begins anew with the next piece; the player moves its anchor to that moment.
    mutating func restart(_ beginning: Beginning) {
        due = .zero
        sent = 0
        self.beginning = beginning
    }

    /// The next piece of a stretch with so many bytes left: its size, and when it is due after the anchor.
    mutating func next(remaining: Int64) -> (size: Int64, due: Duration) {
        switch pace {
        case nil: return (min(remaining, Self.largestPiece), .zero)
        case .writes(let schedule):
            if case .behindPiece = beginning { due += interval(of: schedule) }
            beginning = .behindPiece
            let sizes = Self.size(schedule.size.lowerBound)...Self.size(schedule.size.upperBound)
            return (min(remaining, Int64.random(in: sizes, using: &random)), due)
        case .rate, .within:
            guard let stretch else { return (min(remaining, Self.largestPiece), .zero) }
            // What a fiftieth of a second brings, or single bytes where that is less; due when its last byte is.
            let share = Double(stretch.bytes) * Double(Self.smoothness) / Double(stretch.time)
            let size = min(remaining, Self.largestPiece, max(1, Int64(min(share, 1e9))))
            sent += size
            return (size, time(of: sent, in: stretch))
        }
    }

    /// When so many bytes of a smooth pace may have been sent: rounded up, so that nothing is ahead.
    private func time(of count: Int64, in stretch: (bytes: Int64, time: Int64)) -> Duration {
        let (bytes, time) = (Int128(stretch.bytes), Int128(stretch.time))
        return .nanoseconds(Int64(clamping: (time * Int128(count) + bytes - 1) / bytes))
    }

    private mutating func interval(of schedule: WriteSchedule) -> Duration {
        let (shortest, longest) = (schedule.interval.lowerBound, schedule.interval.upperBound)
        guard shortest < longest else { return shortest }
        return .nanoseconds(Int64.random(in: shortest.inNanoseconds...longest.inNanoseconds, using: &random))
    }

    /// A size that a write can have: no bytes would never end, and too many are memory.
    private static func size(_ bytes: Int64) -> Int64 { min(max(1, bytes), WriteSchedule.largestWrite) }
}
