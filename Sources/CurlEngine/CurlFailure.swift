/// Why a transfer failed.
public struct CurlFailure: Error, Sendable {
    /// What kind of failure it is.
    public let code: Code
    /// How far the transfer was.
    public let phase: Phase
    /// One sentence.
    public let message: String
    /// libcurl's own number, 0 where it saw nothing wrong.
    public let curlCode: Int

    init(_ code: Code, _ phase: Phase, _ message: String, curlCode: Int = 0) {
        self.code = code
        self.phase = phase
        self.message = message
        self.curlCode = curlCode
    }

    /// How far a transfer was.
    public enum Phase: String, Sendable {
        /// No connection was there yet.
        case connecting
        /// The request was on its way, or the head of the response.
        case head
        /// The content was on its way.
        case content
    }

    /// A kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A word for it.
        public let rawValue: String

        /// Makes a code of its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nobody listens there.
        public static let refused = Code(rawValue: "refused")
        /// There is no way to the host.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The host's name could not be resolved.
        public static let dns = Code(rawValue: "dns")
        /// `connectTimeout` ran out.
        public static let connectTimeout = Code(rawValue: "connect-timeout")
        /// TLS could not be agreed on, or the certificate is not trusted.
        public static let tls = Code(rawValue: "tls")
        /// The connection ended before or inside the head, or was reset.
        public static let connectionLost = Code(rawValue: "connection-lost")
        /// The content ended before its framing said so.
        public static let incompleteBody = Code(rawValue: "incomplete-body")
        /// Lengths or chunks that are none, or contradict themselves.
        public static let badFraming = Code(rawValue: "bad-framing")
        /// The status line is none.
        public static let badStatusLine = Code(rawValue: "bad-status-line")
        /// A header line is none, or there are too many bytes of them.
        public static let badHeader = Code(rawValue: "bad-header")
        /// A scheme other than http and https.
        public static let unsupportedScheme = Code(rawValue: "unsupported-scheme")
        /// A URL that is none, or a field that would end its line.
        public static let badRequest = Code(rawValue: "bad-request")
        /// The request's content could not be produced.
        public static let body = Code(rawValue: "body")
        /// None of these.
        public static let other = Code(rawValue: "other")
    }
}

extension CurlFailure: CustomStringConvertible {
    /// The kind and the sentence.
    public var description: String { "\(code.rawValue) (\(phase.rawValue)): \(message)" }
}
