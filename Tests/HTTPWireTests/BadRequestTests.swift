import HTTPMessages
import HTTPWire
import Testing

@Suite struct BadRequestTests {
    /// Octets as sent, and the failure.
    static let bad: [(String, String)] = [
        // The request line.
        ("GET /\r\n\r\n", "400 bad-start-line"),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("G\u{0}T / HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET / http/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET / HTTP/11\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET / HTTP/1.10\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET / HTTPS/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET / HTTP/1.x\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("\u{16}\u{3}\u{1}\u{2}\n", "400 bad-start-line"),
        ("GET / HTTP/1.1\nHost: a\n\n", "400 bad-start-line"),
        ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", "505 unsupported-version"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 unsupported-version"),
        ("GET / HTTP/0.9\r\n\r\n", "505 unsupported-version"),
        // Targets.
        ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-start-line"),
        ("GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET /a\rb HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET /\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET http:// HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("CONNECT a HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("CONNECT a: HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        ("CONNECT http://a:1/ HTTP/1.1\r\nHost: a\r\n\r\n", "400 bad-target"),
        // Host.
        ("GET / HTTP/1.1\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.1\r\nHost: a:x\r\n\r\n", "400 bad-host"),
        ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", "400 bad-host"),
        ("GET http://a/ HTTP/1.1\r\n\r\n", "400 bad-host"),
        // Fields.
        ("GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX(: b\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\u{E9}: b\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\tc\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7F}c\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", "400 bad-field"),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n", "400 bad-field"),
        // Framing.
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 6\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6, 5\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5,\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5 5\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775808\r\n\r\n", "413 body-too-large"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "400 bad-framing"
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", "400 bad-framing"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
            "400 bad-framing"
        ),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", "400 bad-framing"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501 unsupported-coding"),
        // Expectations.
        ("PUT / HTTP/1.1\r\nHost: a\r\nExpect: miracle\r\nContent-Length: 1\r\n\r\nx", "417 unmet-expectation"),
    ]

    @Test(arguments: bad)
    func `a bad request is refused with the right status however it is cut`(text: String, expected: String) {
        // Latin-1, so that the rows can name single octets.
        let octets = text.unicodeScalars.map { UInt8($0.value) }
        for pieces in Pieces.all(of: octets) {
            #expect(RequestTranscript.of(pieces) == [expected, "busy"], "cut as \(pieces.map(\.count))")
        }
    }

    @Test(arguments: bad)
    func `the request in front of a bad one is whole`(text: String, expected: String) {
        let octets = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n".utf8 + text.unicodeScalars.map { UInt8($0.value) }
        #expect(
            RequestTranscript.of([Array(octets)]) == ["GET /1 HTTP/1.1, none", "Host: a", "end", expected, "busy"])
    }

    @Test(arguments: bad)
    func `a failure names what was found and a rule`(text: String, expected: String) throws {
        var parser = RequestParser()
        parser.receive(text.unicodeScalars.map { UInt8($0.value) })
        guard case .failure(let failure)? = parser.next() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.sentence.hasSuffix("."))
        #expect(failure.reference.hasPrefix("RFC "))
        #expect(failure.description.contains(failure.sentence))
        parser.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(parser.next() == nil, "after a failure nothing is read")
    }
}
