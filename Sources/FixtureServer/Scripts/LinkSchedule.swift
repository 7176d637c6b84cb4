/// What all connections of an instance share: a line that carries so many bytes a second, and no more.
///
/// Whoever has bytes to send asks for a share, and asks again when it was sent: so the line goes round among all that
/// wait. A share is due when its last byte would have left the line, so the sum is never ahead; a line that nobody used
/// has nothing saved up. Times are those of the instance's clock.
struct LinkSchedule {
    /// Bytes per second.
    private let rate: Int64
    /// The most that one share holds: what the line carries in a fiftieth of a second, or a single byte.
    private let largestShare: Int64
    /// When the line has carried everything that was granted.
    private var free = Duration.zero

    /// Makes a line that is free; the rate is in bytes per second, at least 1.
    init(rate: Int64) {
        self.rate = max(1, rate)
        largestShare = min(max(1, rate / 50), PieceSchedule.largestPiece)
    }

    /// The next share of the line for somebody who has so many bytes, at least one, and when it may be written.
    mutating func share(of wanted: Int64, at now: Duration) -> (size: Int64, due: Duration) {
        let size = min(wanted, largestShare)
        // Rounded up: a sum of times that were cut off would run ahead.
        let time = Duration.seconds(1) * Int(size) / Int(rate) + Duration(secondsComponent: 0, attosecondsComponent: 1)
        free = max(free, now) + time
        return (size, free)
    }
}
