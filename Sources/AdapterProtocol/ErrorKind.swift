/// What kind of failure a client reported, in the words of scenario files and adapters.
///
/// The raw value is the word on the wire. A check accepts a *set* of kinds; ``other`` only where it is said.
public enum ErrorKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nobody listens there.
    case refused
    /// The name could not be resolved.
    case dns
    /// No connection within the client's limit.
    case connectTimeout = "connect-timeout"
    /// The handshake or a certificate failed.
    case tls
    /// The limit for the whole transfer ran out.
    case requestTimeout = "request-timeout"
    /// Nothing moved for longer than the client waits.
    case idleTimeout = "idle-timeout"
    /// The connection broke: a reset, or an end before or inside the head.
    case connectionLost = "connection-lost"
    /// The body ended before its framing said so.
    case incompleteBody = "incomplete-body"
    /// Lengths or chunks that contradict themselves or are no numbers.
    case badFraming = "bad-framing"
    /// The status line is none.
    case badStatusLine = "bad-status-line"
    /// A header line is none.
    case badHeader = "bad-header"
    /// More redirects than the client follows.
    case tooManyRedirects = "too-many-redirects"
    /// The application did not let a redirect be followed.
    case redirectRefused = "redirect-refused"
    /// A scheme that the client does not do.
    case unsupportedScheme = "unsupported-scheme"
    /// The content coding is broken, cut short or unknown.
    case decode
    /// The server could not satisfy the range.
    case rangeNotSatisfiable = "range-not-satisfiable"
    /// The server answered another range than the one asked for.
    case rangeMismatch = "range-mismatch"
    /// What lies at the server is no longer what was held.
    case validatorMismatch = "validator-mismatch"
    /// The resume material is unusable.
    case resumeInvalid = "resume-invalid"
    /// The bytes could not be written to disk.
    case write
    /// The application cancelled.
    case cancelled
    /// None of these.
    case other
}
