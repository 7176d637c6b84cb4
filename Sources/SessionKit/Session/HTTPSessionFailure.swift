public import Foundation

/// Why a task failed, more exactly than `URLError` can say; found in a `URLError` under `NSUnderlyingErrorKey`.
public struct HTTPSessionFailure: Error, Sendable {
    /// What kind of failure it is.
    public let code: Code
    /// How far the task was.
    public let phase: Phase
    /// One sentence: what happened, what was expected.
    public let message: String
    /// What the layer below said, if it said anything.
    public let cause: (any Error)?

    /// Makes a failure.
    package init(_ code: Code, _ phase: Phase, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.phase = phase
        self.message = message
        self.cause = cause
    }

    /// How far a task was when it failed.
    public enum Phase: String, Sendable {
        /// No connection was there yet.
        case connecting
        /// The request was on its way, or the head of the response.
        case head
        /// The content was on its way.
        case content
        /// The network had nothing to do with it.
        case local
    }

    /// A kind of failure; the raw values are the words that scenario files use.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
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
        /// TLS could not be agreed on, or the certificate is not trusted.
        public static let tls = Code(rawValue: "tls")
        /// `timeoutIntervalForResource` ran out.
        public static let requestTimeout = Code(rawValue: "request-timeout")
        /// `timeoutIntervalForRequest` ran out.
        public static let idleTimeout = Code(rawValue: "idle-timeout")
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
        /// More redirects than `httpMaximumRedirects`.
        public static let tooManyRedirects = Code(rawValue: "too-many-redirects")
        /// A scheme other than http and https.
        public static let unsupportedScheme = Code(rawValue: "unsupported-scheme")
        /// A URL or a field that no request can be made of.
        public static let badRequest = Code(rawValue: "bad-request")
        /// The content coding is broken or cut short.
        public static let decode = Code(rawValue: "decode")
        /// The content coding is not one of those that can be undone.
        public static let unknownCoding = Code(rawValue: "unknown-coding")
        /// The server answered another range than the one asked for.
        public static let rangeMismatch = Code(rawValue: "range-mismatch")
        /// The resume data is none.
        public static let resumeInvalid = Code(rawValue: "resume-invalid")
        /// The file could not be made.
        public static let create = Code(rawValue: "create")
        /// The file could not be written.
        public static let write = Code(rawValue: "write")
        /// The task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// None of these.
        public static let other = Code(rawValue: "other")
    }
}

extension HTTPSessionFailure: CustomStringConvertible, LocalizedError {
    /// The kind and the sentence.
    public var description: String { "\(code.rawValue) (\(phase.rawValue)): \(message)" }
    /// The sentence.
    public var errorDescription: String? { message }
}
