/// Why received octets are not the HTTP/1 message they should be; after it the connection can only be closed.
public struct WireFailure: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public var code: Code
    /// What was found, and what should have been there.
    public var sentence: String
    /// The rule that was broken, such as `RFC 9112 §3.2`.
    public var reference: String

    /// Makes a failure.
    public init(_ code: Code, _ sentence: String, _ reference: String) {
        self.code = code
        self.sentence = sentence
        self.reference = reference
    }

    /// The status with which a server answers a request that failed so.
    public var status: Int {
        switch code {
        case .lineTooLong: 414
        case .headTooLarge: 431
        case .bodyTooLarge: 413
        case .unsupportedVersion: 505
        case .unsupportedCoding: 501
        case .unmetExpectation: 417
        default: 400
        }
    }
}

extension WireFailure {
    /// The kind of a failure; open, so that new kinds break nobody's switch.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request line or status line is not one.
        public static let badStartLine = Code(rawValue: "bad-start-line")
        /// The start line is longer than allowed.
        public static let lineTooLong = Code(rawValue: "line-too-long")
        /// A major version other than 1.
        public static let unsupportedVersion = Code(rawValue: "unsupported-version")
        /// The target does not fit the method, or is no URI.
        public static let badTarget = Code(rawValue: "bad-target")
        /// A field line that is not one.
        public static let badField = Code(rawValue: "bad-field")
        /// More fields, or more octets of them, than allowed.
        public static let headTooLarge = Code(rawValue: "head-too-large")
        /// Host is missing, there twice, or no host.
        public static let badHost = Code(rawValue: "bad-host")
        /// Content-Length and Transfer-Encoding do not say where the body ends.
        public static let badFraming = Code(rawValue: "bad-framing")
        /// A transfer coding other than chunked.
        public static let unsupportedCoding = Code(rawValue: "unsupported-coding")
        /// An expectation other than `100-continue`.
        public static let unmetExpectation = Code(rawValue: "unmet-expectation")
        /// The chunked coding is broken.
        public static let badChunk = Code(rawValue: "bad-chunk")
        /// More content than allowed.
        public static let bodyTooLarge = Code(rawValue: "body-too-large")
    }
}

extension WireFailure: CustomStringConvertible {
    /// The sentence and the rule.
    public var description: String { "\(sentence) (\(reference))" }
}
