import HTTPMessages
import HTTPWire
import Testing

@Suite struct ResponseParserTests {
    static func transcript(
        _ pieces: [[UInt8]], methods: [HTTPMethod] = [.get], end: ResponseParser.ConnectionEnd? = nil,
        limits: ResponseParser.Limits = .init()
    ) -> [String] {
        var parser = ResponseParser(limits: limits)
        for method in methods { parser.expect(method) }
        var transcript = Transcript()
        for piece in pieces {
            parser.receive(piece)
            while let event = parser.next() { transcript.add(event) }
        }
        if let end { parser.receiveEnd(end) }
        while let event = parser.next() { transcript.add(event) }
        transcript.finish()
        return transcript.lines
    }

    /// Octets of a whole connection that the server closes in order, and the transcript.
    static let rows: [(String, [String])] = [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            ["HTTP/1.1 200 OK, length(5)", "Content-Length: 5", "body hello", "complete"]
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            ["HTTP/1.1 200 OK, none", "Content-Length: 0", "complete"]
        ),
        (
            "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
            ["HTTP/1.1 204 No Content, none", "Content-Length: 5", "complete"]
        ),
        (
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
            ["HTTP/1.1 304 Not Modified, none", "Content-Length: 5", "complete"]
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
            ["HTTP/1.1 200 OK, chunked", "Transfer-Encoding: chunked", "body hello", "trailer X: y", "complete"]
        ),
        ("HTTP/1.0 200 OK\r\n\r\nhello", ["HTTP/1.0 200 OK, untilClose", "body hello", "endedByClose(received: 5)"]),
        ("HTTP/1.1 200 OK\r\n\r\n", ["HTTP/1.1 200 OK, untilClose", "endedByClose(received: 0)"]),
        // Interim responses.
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n"
                + "Content-Length: 0\r\n\r\n",
            [
                "interim 100 Continue", "interim 103 Early Hints", "Link: x", "HTTP/1.1 200 OK, none",
                "Content-Length: 0", "complete",
            ]
        ),
        ("HTTP/1.1 100 Continue\r\n\r\n", ["interim 100 Continue", "nothing"]),
        // Cut too early: oracle table 1.
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
            [
                "HTTP/1.1 200 OK, length(5)", "Content-Length: 5", "body hel", "truncated(declared: 5, received: 3)",
            ]
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            [
                "HTTP/1.1 200 OK, chunked", "Transfer-Encoding: chunked", "body hello",
                "unfinishedChunks(received: 5)",
            ]
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
            ["HTTP/1.1 200 OK, chunked", "Transfer-Encoding: chunked", "body hello", "complete"]
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r",
            [
                "HTTP/1.1 200 OK, chunked", "Transfer-Encoding: chunked", "body hello",
                "unfinishedChunks(received: 5)",
            ]
        ),
        ("HTTP/1.1 200 OK\r\nContent-Le", ["insideHead"]),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", ["insideHead"]),
        ("HTTP", ["insideHead"]),
        ("", ["nothing"]),
        // What is forgiven: F07, F08, F09, folding, white space before the colon, control characters.
        (
            "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi",
            ["HTTP/1.1 200 OK, length(2)", "Content-Length: 2", "body hi", "complete"]
        ),
        ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", ["HTTP/1.1 200 , none", "Content-Length: 0", "complete"]),
        ("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", ["HTTP/1.1 200 , none", "Content-Length: 0", "complete"]),
        (
            "HTTP/1.1 299 A  b\u{1}\r\nContent-Length:\t 0 \r\nX \t: a\u{1}b\r\n\t c\r\n  \r\n\r\n",
            ["HTTP/1.1 299 A  b\u{1}, none", "Content-Length: 0", "X: a\u{1}b c", "complete"]
        ),
        // White space that folding leaves at the ends of a value is no part of it.
        ("HTTP/1.1 204 No Content\r\nX:\r\n a\r\n\t\r\n\r\n", ["HTTP/1.1 204 No Content, none", "X: a", "complete"]),
        // One length said twice; a coding beside a length, of which the coding counts.
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nhi",
            ["HTTP/1.1 200 OK, length(2)", "Content-Length: 2, 2", "body hi", "complete"]
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\nHTTP",
            ["HTTP/1.1 200 OK, chunked", "Content-Length: 9", "Transfer-Encoding: chunked", "body a", "complete"]
        ),
        // What is not: F11, E09, E16 to E20.
        ("HTTP/2 200 OK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/2.0 200 OK\r\n\r\n", ["failed unsupported-version"]),
        ("HTTP/1.1 20 OK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/1.1 2000 OK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/1.1 099 OK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/1.1 200OK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/1.1  200 OK\r\n\r\n", ["failed bad-start-line"]),
        ("<html>\r\n\r\n", ["failed bad-start-line"]),
        ("\r\nHTTP/1.1 200 OK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/1.1 200 O\rK\r\n\r\n", ["failed bad-start-line"]),
        ("HTTP/1.1 200 OK\r\nX\r\n\r\n", ["failed bad-field"]),
        ("HTTP/1.1 200 OK\r\nX: \u{0}\r\n\r\n", ["failed bad-field"]),
        ("HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n", ["failed bad-field"]),
        ("HTTP/1.1 200 OK\r\n folded\r\n\r\n", ["failed bad-field"]),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi", ["failed bad-framing"]),
        ("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nhi", ["failed bad-framing"]),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\nhi", ["failed body-too-large"]),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", ["failed unsupported-coding"]),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\nxyz\r\n",
            ["HTTP/1.1 200 OK, chunked", "Transfer-Encoding: chunked", "body hi", "failed bad-chunk"]
        ),
    ]

    @Test(arguments: rows)
    func `a response comes out the same however it is cut`(text: String, expected: [String]) {
        for pieces in Pieces.all(of: Array(text.utf8)) {
            #expect(Self.transcript(pieces, end: .closed) == expected, "cut as \(pieces.map(\.count))")
        }
    }

    @Test func `responses follow each other on one connection, each read by its request's method`() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        for pieces in Pieces.all(of: Array(text.utf8)) {
            #expect(
                Self.transcript(pieces, methods: [.head, .get], end: .closed) == [
                    "HTTP/1.1 200 OK, none", "Content-Length: 5", "complete",
                    "HTTP/1.1 200 OK, length(2)", "Content-Length: 2", "body hi", "complete",
                ])
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "aborted(received: 3)"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n", "aborted(received: 3)"),
        ("HTTP/1.1 200 OK\r\n\r\nhel", "aborted(received: 3)"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhel", "complete"),
        ("HTTP/1.1 200 OK\r\n", "insideHead"),
        ("", "nothing"),
    ])
    func `a reset spoils what is not complete`(text: String, expected: String) {
        #expect(Self.transcript([Array(text.utf8)], end: .aborted).last == expected)
    }

    @Test func `the end of an idle connection is no event`() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        #expect(Self.transcript([Array(text.utf8)], end: .closed).last == "complete")
        #expect(Self.transcript([], methods: [], end: .closed) == [])
    }

    @Test func `an interim response promises a final one, asked for or not`() {
        let text = "HTTP/1.1 103 Early Hints\r\n\r\n"
        #expect(Self.transcript([Array(text.utf8)], methods: [], end: .closed).last == "nothing")
        let answered = text + "HTTP/1.1 204 No Content\r\n\r\n"
        #expect(Self.transcript([Array(answered.utf8)], methods: [], end: .closed).last == "complete")
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\n\r\n", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", false),
        ("HTTP/1.1 101 Switching Protocols\r\n\r\n", false),
    ])
    func `a response says whether the connection goes on`(text: String, expected: Bool) {
        var parser = ResponseParser()
        parser.expect(.get)
        parser.receive(Array(text.utf8))
        guard case .head? = parser.next() else {
            Issue.record("no head")
            return
        }
        #expect(parser.keepsAlive == expected)
    }

    @Test func `what follows a tunnel's head is not read`() {
        var parser = ResponseParser()
        parser.expect(.connect)
        parser.receive(Array("HTTP/1.1 200 OK\r\n\r\n\u{1}tunnel".utf8))
        guard case .head(_, .none)? = parser.next() else {
            Issue.record("no head")
            return
        }
        #expect(parser.next() == .end(.complete, trailers: [:]))
        #expect(parser.takeUnread() == Array("\u{1}tunnel".utf8))
    }

    @Test func `limits hold`() {
        let limits = ResponseParser.Limits(statusLine: 20, headerSection: 20, fieldCount: 2)
        func last(_ text: String) -> Set<String?> {
            Set(Pieces.all(of: Array(text.utf8)).map { Self.transcript($0, limits: limits).last })
        }
        #expect(last("HTTP/1.1 200 OKabcd\r\nContent-Length: 0\r\n\r\n") == ["complete"])
        #expect(last("HTTP/1.1 200 OKabcde\r\nContent-Length: 0\r\n\r\n") == ["failed line-too-long"])
        #expect(last("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA:\r\n\r\n") == ["failed head-too-large"])
        #expect(last("HTTP/1.1 200 OK\r\nA:\r\nB:\r\nC:\r\n\r\n") == ["failed head-too-large"])
    }
}
