/// A request method; case matters (RFC 9110 §9.1).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, Codable {
    /// The token on the wire.
    public var rawValue: String

    /// Makes a method of any token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Transfer the representation.
    public static let get = HTTPMethod(rawValue: "GET")
    /// The same as GET without the content.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Process the enclosed content.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replace the representation.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Remove the representation.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Change part of the representation.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Describe what can be asked.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Open a tunnel.
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// Send the request back.
    public static let trace = HTTPMethod(rawValue: "TRACE")

    /// Tells whether sending it twice means the same as sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }
}

extension HTTPMethod: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Makes a method of a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The token on the wire.
    public var description: String { rawValue }
}
