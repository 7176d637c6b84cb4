public import HTTPMessages

/// The first line of a response (RFC 9112 §4).
public struct StatusLine: Hashable, Sendable {
    /// The version.
    public var version: HTTPVersion
    /// The status, three digits.
    public var status: Int
    /// The reason phrase, empty when there is none.
    public var reason: String

    /// Reads a line without its end; a missing reason, and the space in front of it, are forgiven (contract F08).
    public init(parsing line: some Collection<UInt8>) throws(WireFailure) {
        let octets = Array(line)
        // `HTTP/1.1 200` is the least.
        guard octets.count >= 12, octets.starts(with: "HTTP/".utf8), ASCII.isDigit(octets[5]), octets[6] == 0x2E,
            ASCII.isDigit(octets[7]), octets[8] == 0x20
        else {
            throw WireFailure(.badStartLine, "The response does not begin with HTTP/1.1 and a space.", "RFC 9112 §4")
        }
        version = HTTPVersion(major: octets[5] - 0x30, minor: octets[7] - 0x30)
        guard version.major == 1 else {
            throw WireFailure(.unsupportedVersion, "\(version) is no version of HTTP/1.", "RFC 9112 §2.3")
        }
        guard octets[9...11].allSatisfy(ASCII.isDigit), octets.count == 12 || octets[12] == 0x20 else {
            throw WireFailure(.badStartLine, "The status is not three digits.", "RFC 9112 §4")
        }
        status = octets[9...11].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard status >= 100 else {
            throw WireFailure(.badStartLine, "The status \(status) is in no class.", "RFC 9110 §15")
        }
        let phrase = octets.dropFirst(13)
        guard !phrase.contains(0), !phrase.contains(0x0D) else {
            throw WireFailure(.badStartLine, "The reason phrase has NUL or CR in it.", "RFC 9112 §4")
        }
        reason = FieldText.decoded(phrase)
    }
}
