import Spelling
import YAML

extension Notation {
    /// Reads a moment on an answer's way.
    public static func position(_ text: String) throws(NotationError) -> Position {
        switch text {
        case "body": return .body
        case "done": return .done
        case "request": return .request(0)
        case "head": return .head(0)
        case "end": return .end(0)
        default: break
        }
        for (word, make) in [("request+", Position.request), ("head+", Position.head), ("end+", Position.end)]
        where text.hasPrefix(word) {
            do {
                return make(try size(String(text.dropFirst(word.count))))
            } catch {
                throw error.within(prefix: word)
            }
        }
        guard let first = text.first, !first.isLetter || text.hasPrefix("marker:") else {
            throw NotationError(
                "\(Complaint.quoted(text)) is no position",
                expected: "request, head, body, an offset such as 60%, end or done",
                meant: Spelling.nearest(to: text, among: ["request", "head", "body", "end", "done"]))
        }
        return .offset(try offset(text))
    }

    /// Reads a pace: exact writes, a smooth rate, or a time for the whole body.
    public static func pace(_ text: String) throws(NotationError) -> Pace {
        if text.contains("@") { return .writes(try schedule(text)) }
        if text.contains("/") { return .rate(try rate(text)) }
        let expected = "SIZE@INTERVAL such as 1386B@20ms, a rate such as 27KiB/s, or a duration such as 3.6s"
        guard let duration = try? duration(text) else {
            if text.hasPrefix("-"), let pace = try? pace(String(text.dropFirst())), case .within = pace {
                throw NotationError(
                    "\(Complaint.quoted(text)) is negative", expected: expected, meant: String(text.dropFirst()))
            }
            let isSize = (try? size(text)) != nil
            throw NotationError(
                "\(Complaint.quoted(text)) is no pace", expected: expected, meant: isSize ? text + "/s" : nil)
        }
        guard duration > .zero else { throw NotationError("a pace of zero", expected: expected) }
        return .within(duration)
    }

    /// Reads a rate in bytes per second.
    public static func rate(_ text: String) throws(NotationError) -> Int64 {
        let expected = "a rate such as 27KiB/s"
        guard text.hasSuffix("/s") else {
            let isSize = (try? size(text)) != nil
            throw NotationError(
                "\(Complaint.quoted(text)) is no rate", expected: expected, meant: isSize ? text + "/s" : nil)
        }
        let rate: Int64
        do {
            rate = try size(String(text.dropLast(2)))
        } catch {
            throw error.within(suffix: "/s")
        }
        guard rate > 0 else { throw NotationError("a rate of zero never ends", expected: expected) }
        return rate
    }

    /// Reads SIZE@INTERVAL; either may be a span.
    public static func schedule(_ text: String) throws(NotationError) -> WriteSchedule {
        let expected = "SIZE@INTERVAL such as 1386B@20ms"
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw NotationError("\(Complaint.quoted(text)) is no schedule of writes", expected: expected)
        }
        let size: ClosedRange<Int64>
        let interval: ClosedRange<Duration>
        do {
            size = try span(parts[0], Notation.size)
        } catch {
            throw error.within(suffix: "@" + parts[1])
        }
        do {
            interval = try span(parts[1], Notation.duration)
        } catch {
            throw error.within(prefix: parts[0] + "@")
        }
        guard size.lowerBound > 0 else { throw NotationError("writes of no bytes never end", expected: expected) }
        guard size.upperBound <= WriteSchedule.largestWrite else {
            throw NotationError(
                "writes of \(Complaint.quoted(parts[0])) are too large",
                expected: "at most \(WriteSchedule.largestWrite >> 20)MiB at a time, or a rate such as 1GiB/s")
        }
        guard interval.lowerBound > .zero else {
            throw NotationError("an interval of zero is no pace", expected: expected)
        }
        return WriteSchedule(size: size, interval: interval)
    }

    /// Reads one value, or two with `..` between them.
    public static func span<Value: Comparable>(
        _ text: String, _ read: (String) throws(NotationError) -> Value
    ) throws(NotationError) -> ClosedRange<Value> {
        guard let dots = text.range(of: "..") else {
            let value = try read(text)
            return value...value
        }
        let (first, second) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        let lower: Value
        let upper: Value
        do {
            lower = try read(first)
        } catch {
            throw error.within(suffix: ".." + second)
        }
        do {
            upper = try read(second)
        } catch {
            throw error.within(prefix: first + "..")
        }
        guard lower <= upper else {
            throw NotationError(
                "\(Complaint.quoted(text)) runs backwards", expected: "the smaller value first",
                meant: second + ".." + first)
        }
        return lower...upper
    }

    /// Reads bounds: `2`, `1..3`, `..3`, `1..`.
    public static func bounds<Value: Comparable & Hashable & Sendable>(
        _ text: String, _ read: (String) throws(NotationError) -> Value
    ) throws(NotationError) -> Bounds<Value> {
        if text.hasPrefix(".."), text.count > 2 {
            return Bounds(lower: nil, upper: try read(String(text.dropFirst(2))))
        }
        if text.hasSuffix(".."), text.count > 2 {
            return Bounds(lower: try read(String(text.dropLast(2))), upper: nil)
        }
        let span = try span(text, read)
        return Bounds(lower: span.lowerBound, upper: span.upperBound)
    }
}

extension StringProtocol {
    /// Where a short text first occurs.
    fileprivate func range(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
