import HTTPMessages

/// Reads field lines up to the empty line: header sections and trailer sections (RFC 9112 §5).
struct FieldBlock {
    /// What reading came to.
    enum Step {
        case incomplete
        case complete
        case failed(WireFailure)
    }

    /// How much may come.
    struct Limits {
        var octets: Int
        var fields: Int
    }

    /// The fields so far.
    private(set) var fields = HTTPFields()
    private let limits: Limits
    private let ending: LineReader.Ending
    private var used = 0
    private var lines = LineReader()

    /// Begins an empty block.
    ///
    /// The tolerant reader is for responses: it unfolds folded lines, as a user agent must (RFC 9112 §5.2), takes
    /// control characters other than NUL and CR, and drops white space in front of the colon.
    init(limits: Limits, ending: LineReader.Ending) {
        self.limits = limits
        self.ending = ending
    }

    /// Reads what is there and moves the position behind it.
    mutating func read(_ buffer: [UInt8], at position: inout Int) -> Step {
        while true {
            switch lines.read(buffer, from: position, limit: limits.octets - used, ending: ending) {
            case .incomplete:
                return .incomplete
            case .tooLong:
                return .failed(
                    WireFailure(
                        .headTooLarge, "The fields are longer than \(limits.octets) octets.", "RFC 6585 §5"))
            case .bareLineFeed:
                return .failed(
                    WireFailure(.badField, "A field line ends with LF; CR LF is required.", "RFC 9112 §2.2"))
            case .line(let line, let next):
                used += next - position
                position = next
                if line.isEmpty { return .complete }
                if let failure = take(line, of: buffer) { return .failed(failure) }
            }
        }
    }

    /// Takes one line; returns what is wrong with it.
    private mutating func take(_ line: Range<Int>, of buffer: [UInt8]) -> WireFailure? {
        let octets = buffer.span
        if ASCII.isWhitespace(octets[line.lowerBound]) { return unfold(line, of: buffer) }
        var colon = line.lowerBound
        while colon < line.upperBound, ASCII.isToken(octets[colon]) { colon += 1 }
        let nameEnd = colon
        if ending == .tolerant {
            while colon < line.upperBound, ASCII.isWhitespace(octets[colon]) { colon += 1 }
        }
        guard colon < line.upperBound, octets[colon] == 0x3A, nameEnd > line.lowerBound else {
            return malformed(line, of: buffer, at: colon)
        }
        guard fields.count < limits.fields else {
            return WireFailure(.headTooLarge, "There are more than \(limits.fields) fields.", "RFC 6585 §5")
        }
        switch value(in: (colon + 1)..<line.upperBound, of: buffer) {
        case .success(let text):
            // Most heads fit, so the array grows once.
            if fields.isEmpty { fields.reserveCapacity(8) }
            fields.append(String(decoding: buffer[line.lowerBound..<nameEnd], as: UTF8.self), text)
            return nil
        case .failure(let failure):
            return failure
        }
    }

    /// Reads a value, trimmed at both ends.
    private func value(in range: Range<Int>, of buffer: [UInt8]) -> Result<String, WireFailure> {
        let octets = buffer.span
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, ASCII.isWhitespace(octets[start]) { start += 1 }
        while end > start, ASCII.isWhitespace(octets[end - 1]) { end -= 1 }
        var isASCII = true
        var place = start
        while place < end {
            let octet = octets[place]
            if octet &- 0x20 >= 0x5F {
                if octet >= 0x80 {
                    isASCII = false
                } else if octet != 0x09, ending == .strict || octet == 0 || octet == 0x0D {
                    return .failure(
                        WireFailure(
                            .badField, "A field value has the control character \(octet).", "RFC 9110 §5.5"))
                }
            }
            place += 1
        }
        let text = buffer[start..<end]
        return .success(isASCII ? String(decoding: text, as: UTF8.self) : FieldText.decoded(text))
    }

    /// Appends a folded line to the value before it.
    private mutating func unfold(_ line: Range<Int>, of buffer: [UInt8]) -> WireFailure? {
        guard ending == .tolerant, !fields.isEmpty else {
            let place = fields.isEmpty ? "The first field line" : "A field line"
            return WireFailure(
                .badField, "\(place) begins with white space; folding is obsolete.", "RFC 9112 §5.2")
        }
        switch value(in: line, of: buffer) {
        case .success(let text):
            guard !text.isEmpty else { return nil }
            let before = fields[fields.count - 1].value
            fields[fields.count - 1].value = before.isEmpty ? text : before + " " + text
            return nil
        case .failure(let failure):
            return failure
        }
    }

    /// Says why a line without a name and a colon is none.
    private func malformed(_ line: Range<Int>, of buffer: [UInt8], at place: Int) -> WireFailure {
        if place == line.upperBound {
            return WireFailure(.badField, "A field line has no colon.", "RFC 9112 §5")
        }
        let octet = buffer[place]
        if octet == 0x3A { return WireFailure(.badField, "A field line has no name.", "RFC 9112 §5") }
        if ASCII.isWhitespace(octet) {
            return WireFailure(.badField, "White space stands in or behind a field name.", "RFC 9112 §5.1")
        }
        return WireFailure(.badField, "A field name has the octet \(octet), which is no token.", "RFC 9110 §5.1")
    }
}
