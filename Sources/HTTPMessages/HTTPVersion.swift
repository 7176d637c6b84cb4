/// A protocol version as the wire names it (RFC 9112 §2.3).
public struct HTTPVersion: Hashable, Sendable, Codable {
    /// The digit before the point.
    public var major: UInt8
    /// The digit behind the point.
    public var minor: UInt8

    /// Makes a version; digits above nine have no spelling on the wire.
    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0: connections close after the answer and there is no chunked coding.
    public static let http10 = HTTPVersion(major: 1, minor: 0)
    /// HTTP/1.1.
    public static let http11 = HTTPVersion(major: 1, minor: 1)
    /// HTTP/2.
    public static let http2 = HTTPVersion(major: 2, minor: 0)
}

extension HTTPVersion: Comparable, CustomStringConvertible {
    /// Orders by major, then minor digit.
    public static func < (a: HTTPVersion, b: HTTPVersion) -> Bool {
        (a.major, a.minor) < (b.major, b.minor)
    }

    /// The spelling on the wire, such as `HTTP/1.1`.
    public var description: String { "HTTP/\(major).\(minor)" }
}
