internal import AdapterProtocol

extension AdapterEvent.Failure {
    /// Whether it is of one of these kinds, as far as the client's API can say.
    ///
    /// URLError has one code for several kinds: -1005 is a lost connection as well as a body that ended early. Where the
    /// code is all that an application gets, the kinds behind one code count as equal.
    func isCalled(oneOf kinds: Set<ErrorKind>) -> Bool {
        if kinds.contains(kind) { return true }
        guard domain == "NSURLErrorDomain", let code, let alike = AdapterEvent.Failure.kinds[code] else { return false }
        return alike.contains(kind) && !alike.isDisjoint(with: kinds)
    }

    /// The kinds that share a URLError code (contract §9).
    private static let kinds: [Int: Set<ErrorKind>] = [
        -1002: [.unsupportedScheme, .resumeInvalid],
        -1001: [.requestTimeout, .idleTimeout, .connectTimeout],
        -1005: [.connectionLost, .incompleteBody],
        -1011: [.badFraming, .badStatusLine, .badHeader],
        -1017: [.badFraming, .badStatusLine, .badHeader],
    ]
}
