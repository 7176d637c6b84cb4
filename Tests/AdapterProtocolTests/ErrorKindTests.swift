import AdapterProtocol
import Testing

@Suite struct `Kinds of failure` {
    @Test func `they are spelled as in scenario files`() {
        let words = """
            refused dns connect-timeout tls request-timeout idle-timeout connection-lost incomplete-body bad-framing \
            bad-status-line bad-header too-many-redirects redirect-refused unsupported-scheme decode \
            range-not-satisfiable range-mismatch validator-mismatch resume-invalid write cancelled other
            """
        #expect(ErrorKind.allCases.map(\.rawValue) == words.split(separator: " ").map(String.init))
    }
}
