import HTTPMessages
import HTTPWire
import Testing

@Suite struct RequestParserTests {
    /// Octets as sent, and the transcript.
    static let good: [(String, [String])] = [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / HTTP/1.1, none", "Host: a", "end"]),
        ("GET / HTTP/1.0\r\n\r\n", ["GET / HTTP/1.0, none, last", "end"]),
        (
            "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
            ["GET / HTTP/1.0, none", "Connection: Keep-Alive", "end"]
        ),
        (
            "HEAD /x?y HTTP/1.1\r\nhost: a\r\nConnection: foo, close\r\n\r\n",
            ["HEAD /x?y HTTP/1.1, none, last", "host: a", "Connection: foo, close", "end"]
        ),
        // Empty lines before a request are skipped.
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / HTTP/1.1, none", "Host: a", "end"]),
        // Minor versions we do not know count as 1.1.
        ("GET / HTTP/1.9\r\nHost: a\r\n\r\n", ["GET / HTTP/1.9, none", "Host: a", "end"]),
        // White space around values, empty values, tabs and octets beyond ASCII inside.
        (
            "GET / HTTP/1.1\r\nHost:a\r\nX: \t b\tc \r\nY:\r\nZ: \u{E9}\r\n\r\n",
            ["GET / HTTP/1.1, none", "Host: a", "X: b\tc", "Y: ", "Z: é", "end"]
        ),
        // Every form of target.
        (
            "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\nCONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n",
            ["OPTIONS * HTTP/1.1, none", "Host: ", "end", "CONNECT a:443 HTTP/1.1, none", "Host: a:443", "end"]
        ),
        (
            "GET http://[::1]:80/a|b HTTP/1.1\r\nHost: other\r\n\r\n",
            ["GET http://[::1]:80/a|b HTTP/1.1, none", "Host: other", "end"]
        ),
        // Upgrade is ignored.
        (
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
            ["GET / HTTP/1.1, none", "Host: a", "Upgrade: h2c", "Connection: Upgrade", "end"]
        ),
        // Bodies by length; equal lengths are one.
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
            ["POST / HTTP/1.1, length(5)", "Host: a", "Content-Length: 5", "body hello", "end"]
        ),
        (
            "POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
            ["POST / HTTP/1.0, none, last", "Content-Length: 0", "end"]
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2, 2\r\nContent-length: 2\r\n\r\nhi",
            ["POST / HTTP/1.1, length(2)", "Host: a", "Content-Length: 2, 2", "Content-length: 2", "body hi", "end"]
        ),
        // Chunked bodies.
        (
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\n"
                + "X-Sum: 1\r\n\r\n",
            [
                "PUT / HTTP/1.1, chunked", "Host: a", "Transfer-Encoding: Chunked", "body hello0123456789",
                "trailer X-Sum: 1", "end",
            ]
        ),
        // Expectations.
        (
            "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\nx",
            [
                "PUT / HTTP/1.1, length(1), waits", "Host: a", "Expect: 100-Continue", "Content-Length: 1", "body x",
                "end",
            ]
        ),
        (
            "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
            ["GET / HTTP/1.1, none", "Host: a", "Expect: 100-continue", "end"]
        ),
        (
            "PUT / HTTP/1.0\r\nExpect: miracle\r\nContent-Length: 1\r\n\r\nx",
            ["PUT / HTTP/1.0, length(1), last", "Expect: miracle", "Content-Length: 1", "body x", "end"]
        ),
        // Nothing behind the last request is read.
        (
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n",
            ["GET / HTTP/1.1, none, last", "Host: a", "Connection: close", "end"]
        ),
    ]

    @Test(arguments: good)
    func `a request comes out the same however it is cut`(text: String, expected: [String]) {
        // Two of the rows end with the last request of a connection: then the parser is closed, not idle.
        let isLast = expected.contains { $0.contains(", last") }
        for pieces in Pieces.all(of: Array(text.utf8)) {
            let transcript = RequestTranscript.of(pieces)
            #expect(transcript == expected + (isLast ? ["busy"] : []), "cut as \(pieces.map(\.count))")
        }
    }

    @Test func `pipelined requests come out one after the other, however they are cut`() {
        let rows = Self.good.filter { row in !row.1.contains { $0.contains(", last") } }
        let text = rows.map(\.0).joined()
        let expected = rows.flatMap(\.1)
        for pieces in Pieces.all(of: Array(text.utf8)) {
            #expect(RequestTranscript.of(pieces) == expected, "cut as \(pieces.map(\.count))")
        }
    }

    @Test func `a request that waits in line is not read before it is asked for`() {
        var parser = RequestParser()
        parser.receive(Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nrest".utf8))
        _ = parser.next()
        _ = parser.next()
        #expect(!parser.isIdle)
        guard case .head(let second)? = parser.next() else {
            Issue.record("no second request")
            return
        }
        #expect(second.head.target == "/2")
        #expect(parser.takeUnread() == Array("rest".utf8))
    }

    @Test func `a parser is idle only between requests`() {
        var parser = RequestParser()
        #expect(parser.isIdle)
        parser.receive(Array("GET".utf8))
        #expect(parser.next() == nil)
        #expect(!parser.isIdle)
        parser.receive(Array(" / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        _ = parser.next()
        #expect(!parser.isIdle)
        #expect(parser.next() == .end(trailers: [:]))
        #expect(parser.isIdle)
    }

    @Test func `behind each event it says how many octets have been read`() {
        let head = "\r\nPUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
        var parser = RequestParser()
        parser.receive(Array((head + "hiGET").utf8))
        #expect(parser.consumed == 0)
        _ = parser.next()
        #expect(parser.consumed == Int64(head.utf8.count))
        #expect(parser.next() == .body(Array("hi".utf8)[...]))
        #expect(parser.next() == .end(trailers: [:]))
        #expect(parser.next() == nil)
        #expect(parser.consumed == Int64(head.utf8.count) + 2)
        parser.receive(Array(" bad\r\nX".utf8))
        guard case .failure? = parser.next() else {
            Issue.record("no failure")
            return
        }
        #expect(parser.consumed == Int64(head.utf8.count) + 2 + 3 + 7, "what a failure throws away counts")
    }

    @Test func `the authority is the target's, else the Host field's`() {
        func authority(_ text: String) -> String? {
            var parser = RequestParser()
            parser.receive(Array(text.utf8))
            guard case .head(let request)? = parser.next() else { return nil }
            return request.authority
        }
        #expect(authority("GET http://a:1/ HTTP/1.1\r\nHost: b\r\n\r\n") == "a:1")
        #expect(authority("GET / HTTP/1.1\r\nHost: b:2\r\n\r\n") == "b:2")
        #expect(authority("GET / HTTP/1.0\r\n\r\n") == "")
    }
}
