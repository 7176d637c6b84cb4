import YAML

/// How files, URLs and options spell sizes, durations, places and speeds.
///
///     size = number ("B"|"KiB"|"MiB"|"GiB"|"TiB")
///     duration = number ("us"|"ms"|"s"|"min"|"h"|"d")
///     offset = size | "-" size | number "%" | "marker:" name [("+"|"-") size]
///     position = offset | ("request"|"head"|"end") ["+" size] | "body" | "done"
///     pace = span(size) "@" span(duration) | size "/s" | duration
///     span(x) = x [".." x]
///     bounds(x) = x | [x] ".." [x]
public enum Notation {
    /// Reads a whole number without sign or unit.
    public static func count(_ text: String) throws(NotationError) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw NotationError("\(Complaint.quoted(text)) is no count", expected: "a whole number")
        }
        guard let count = Int(text), count <= 1_000_000_000 else {
            throw NotationError("\(Complaint.quoted(text)) is too large", expected: "at most 1000000000")
        }
        return count
    }

    /// Reads a size in bytes.
    public static func size(_ text: String) throws(NotationError) -> Int64 {
        let expected = "a size such as 1386B or 27KiB"
        let quantity = try Quantity(text, expected: expected)
        let units: [String: Int64] = ["B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40]
        guard let unit = units[quantity.unit] else {
            throw quantity.unitError(
                expected: expected,
                meant: [
                    "": "B", "b": "B", "bytes": "B", "k": "KiB", "m": "MiB", "g": "GiB", "t": "TiB", "kb": "KiB",
                    "mb": "MiB", "gb": "GiB", "tb": "TiB",
                ], units: units.keys.sorted())
        }
        guard let bytes = quantity.whole(times: unit) else {
            throw NotationError("\(Complaint.quoted(text)) cannot be counted in whole bytes", expected: expected)
        }
        return bytes
    }

    /// Reads a size that may have a sign.
    public static func signedSize(_ text: String) throws(NotationError) -> Int64 {
        guard let sign = text.first, sign == "-" || sign == "+" else { return try size(text) }
        do {
            let size = try size(String(text.dropFirst()))
            return sign == "-" ? -size : size
        } catch {
            throw error.within(prefix: String(sign))
        }
    }

    /// Reads a duration; whole nanoseconds.
    public static func duration(_ text: String) throws(NotationError) -> Duration {
        let expected = "a duration such as 20ms or 3.6s"
        let quantity = try Quantity(text, expected: expected)
        let second: Int64 = 1_000_000_000
        let units: [String: Int64] = [
            "us": 1000, "ms": 1_000_000, "s": second, "min": 60 * second, "h": 3600 * second, "d": 86_400 * second,
        ]
        guard let unit = units[quantity.unit] else {
            throw quantity.unitError(
                expected: expected,
                meant: [
                    "m": "min", "minute": "min", "minutes": "min", "sec": "s", "seconds": "s", "msec": "ms",
                    "µs": "us", "day": "d", "days": "d", "hour": "h", "hours": "h",
                ],
                units: units.keys.sorted())
        }
        guard let nanoseconds = quantity.whole(times: unit) else {
            throw NotationError("\(Complaint.quoted(text)) cannot be counted in whole nanoseconds", expected: expected)
        }
        return .nanoseconds(nanoseconds)
    }

    /// Reads a place in a body.
    public static func offset(_ text: String) throws(NotationError) -> Offset {
        if text.hasPrefix("marker:") { return try marker(String(text.dropFirst("marker:".count))) }
        if text.hasPrefix("-") {
            do {
                return .fromEnd(try size(String(text.dropFirst())))
            } catch {
                throw error.within(prefix: "-")
            }
        }
        let expected = "an offset: a size, -SIZE, a percentage or marker:NAME"
        let quantity = try Quantity(text, expected: expected)
        if quantity.unit == "%" {
            guard let millionths = quantity.whole(times: 1_000_000), millionths <= 100_000_000 else {
                throw NotationError("\(Complaint.quoted(text)) is no part of the body", expected: "0% to 100%")
            }
            return .percent(millionths: millionths)
        }
        guard !quantity.unit.isEmpty else {
            throw NotationError("\(Complaint.quoted(text)) lacks a unit", expected: "\(text)% or \(text)B")
        }
        return .bytes(try size(text))
    }

    private static func marker(_ text: String) throws(NotationError) -> Offset {
        var name = text[...]
        var delta: Int64 = 0
        if let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let distance = text[sign...]
            // `jpeg-scan-2` ends in a name, `jpeg-scan-2-16B` in a distance.
            if let size = try? signedSize(String(distance)) {
                name = text[..<sign]
                delta = size
            } else if text[sign] == "+" {
                _ = try signedSize(String(distance))
            }
        }
        guard isName(name) else {
            throw NotationError(
                "\(Complaint.quoted("marker:" + text)) names no marker", expected: "marker:NAME, marker:NAME+SIZE")
        }
        return .marker(String(name), delta: delta)
    }

    /// Whether a text can name a gate, a transfer, an origin, an axis or a marker.
    public static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7a).contains(first) else { return false }
        return text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
