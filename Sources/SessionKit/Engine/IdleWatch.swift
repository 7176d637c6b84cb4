/// Decides when nothing has moved for long enough, in either direction (contract S12); it has no clock of its own.
///
/// What comes in is noted as it comes. What goes out is looked at: libcurl says how much it has sent, not when.
struct IdleWatch {
    /// What a look led to.
    enum Finding: Equatable {
        case idle
        case lookAgain(after: Duration)
    }

    let limit: Duration
    private var lastMove: ContinuousClock.Instant
    private var sent: Int64?

    init(_ limit: Duration, at now: ContinuousClock.Instant) {
        self.limit = limit
        lastMove = now
    }

    mutating func moved(at now: ContinuousClock.Instant) { lastMove = now }

    /// Looks whether it is time.
    ///
    /// - Parameters:
    ///   - now: The time of the look.
    ///   - sent: How much of the request's content is on its way, nil for a request without. While there is content the
    ///     looks are an eighth of the limit apart, and so a timeout is at most that late.
    /// - Returns: What to do.
    mutating func look(at now: ContinuousClock.Instant, sent: Int64?) -> Finding {
        if sent != self.sent { lastMove = now }
        self.sent = sent
        let left = limit - (now - lastMove)
        guard left > .zero else { return .idle }
        return .lookAgain(after: sent == nil ? left : min(left, limit / 8))
    }
}
