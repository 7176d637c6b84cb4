internal import Scenarios

extension Pace {
    /// The pace as people read it: `1386 B every 20 ms`.
    var spelling: String {
        switch self {
        case .writes(let schedule):
            let sizes = Self.span(schedule.size.lowerBound, schedule.size.upperBound)
            let times = Self.span(
                Self.milliseconds(schedule.interval.lowerBound), Self.milliseconds(schedule.interval.upperBound))
            return "\(sizes) B every \(times) ms"
        case .rate(let rate): return "\(rate) B/s"
        case .within(let duration): return "spread over \(Self.milliseconds(duration)) ms"
        }
    }

    /// Without zeros behind the point.
    private static func milliseconds(_ duration: Duration) -> Substring {
        let text = duration.inMilliseconds
        let end = text.lastIndex { $0 != "0" } ?? text.startIndex
        return text[end] == "." ? text[..<end] : text[...end]
    }

    private static func span<Value: Equatable>(_ low: Value, _ high: Value) -> String {
        low == high ? "\(low)" : "\(low) to \(high)"
    }
}
