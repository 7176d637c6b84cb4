internal import AdapterProtocol

extension ErrorKind {
    /// The word and what it means, for people who have not read the protocol.
    var inWords: String {
        let meaning =
            switch self {
            case .refused: "nobody listens there"
            case .dns: "the name could not be resolved"
            case .connectTimeout: "no connection within the client's limit"
            case .tls: "the handshake or a certificate failed"
            case .requestTimeout: "the limit for the whole transfer ran out"
            case .idleTimeout: "nothing moved for longer than the client waits"
            case .connectionLost: "the connection broke, or ended before or inside the head"
            case .incompleteBody: "the body ended before its framing said so"
            case .badFraming: "lengths or chunks that contradict themselves"
            case .badStatusLine: "the status line is none"
            case .badHeader: "a header line is none"
            case .tooManyRedirects: "more redirects than the client follows"
            case .redirectRefused: "the application did not let a redirect be followed"
            case .unsupportedScheme: "a scheme that the client does not do"
            case .decode: "the content coding is broken, cut short or unknown"
            case .rangeNotSatisfiable: "the server could not satisfy the range"
            case .rangeMismatch: "the server answered another range than was asked for"
            case .validatorMismatch: "what lies at the server is no longer what was held"
            case .resumeInvalid: "the resume material is unusable"
            case .write: "the bytes could not be written to disk"
            case .cancelled: "the application cancelled"
            case .other: "none of the kinds that the protocol names"
            }
        return "\(rawValue) (\(meaning))"
    }
}
