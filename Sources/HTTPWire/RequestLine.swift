import HTTPMessages

/// The first line of a request (RFC 9112 §3).
struct RequestLine {
    var method: HTTPMethod
    var target: String
    var version: HTTPVersion

    /// Reads `METHOD SP TARGET SP VERSION`, with exactly one space between them.
    ///
    /// A target may have any visible ASCII character except `#`: those that RFC 3986 excludes besides, such as `|`, are
    /// sent by real clients and misunderstood by nobody.
    init(_ buffer: [UInt8], _ line: Range<Int>) throws(WireFailure) {
        let octets = buffer.span
        var place = line.lowerBound
        while place < line.upperBound, ASCII.isToken(octets[place]) { place += 1 }
        guard place > line.lowerBound, place < line.upperBound, octets[place] == 0x20 else {
            throw WireFailure(
                .badStartLine, "The request line does not begin with a method and one space.", "RFC 9112 §3.1")
        }
        method = HTTPMethod(rawValue: String(decoding: buffer[line.lowerBound..<place], as: UTF8.self))
        let start = place + 1
        place = start
        while place < line.upperBound, octets[place] > 0x20, octets[place] < 0x7F, octets[place] != 0x23 { place += 1 }
        guard place > start, place < line.upperBound, octets[place] == 0x20 else {
            throw RequestLine.badTarget(place < line.upperBound ? octets[place] : nil, isEmpty: place == start)
        }
        target = String(decoding: buffer[start..<place], as: UTF8.self)
        version = try RequestLine.version(octets, (place + 1)..<line.upperBound)
    }

    private static func badTarget(_ octet: UInt8?, isEmpty: Bool) -> WireFailure {
        switch octet {
        case nil:
            WireFailure(.badStartLine, "The request line has no version.", "RFC 9112 §3")
        case 0x20 where isEmpty:
            WireFailure(.badStartLine, "The request line has two spaces in a row.", "RFC 9112 §3")
        case 0x23?:
            WireFailure(.badTarget, "The target has a fragment.", "RFC 9112 §3.2")
        case let octet?:
            WireFailure(.badTarget, "The target has the octet \(octet), which no URI has.", "RFC 9112 §3.2")
        }
    }

    /// Reads `HTTP/` DIGIT `.` DIGIT; a higher minor version counts as 1.1 (RFC 9110 §2.5).
    private static func version(_ octets: Span<UInt8>, _ range: Range<Int>) throws(WireFailure) -> HTTPVersion {
        let start = range.lowerBound
        guard range.count == 8, octets[start] == 0x48, octets[start + 1] == 0x54, octets[start + 2] == 0x54,
            octets[start + 3] == 0x50, octets[start + 4] == 0x2F, ASCII.isDigit(octets[start + 5]),
            octets[start + 6] == 0x2E, ASCII.isDigit(octets[start + 7])
        else {
            throw WireFailure(.badStartLine, "The request line does not end with HTTP/1.1.", "RFC 9112 §2.3")
        }
        let version = HTTPVersion(major: octets[start + 5] - 0x30, minor: octets[start + 7] - 0x30)
        guard version.major == 1 else {
            throw WireFailure(
                .unsupportedVersion, "\(version) is not spoken here, only HTTP/1.", "RFC 9110 §15.6.6")
        }
        return version
    }
}
