/// Checks that the events of one adapter are numbered without a gap.
public struct EventCounter: Sendable {
    private var last: Int?

    /// Begins before the first event.
    public init() {}

    /// Takes the next number and answers what was expected instead, if it is wrong.
    ///
    /// Counting goes on from the number that came, so one lost line is one complaint.
    public mutating func take(_ n: Int) -> Int? {
        defer { last = n }
        guard let last, n != last + 1 else { return nil }
        return last + 1
    }
}
