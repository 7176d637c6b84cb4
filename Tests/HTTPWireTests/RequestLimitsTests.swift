import HTTPMessages
import HTTPWire
import Testing

@Suite struct RequestLimitsTests {
    static let limits = RequestParser.Limits(requestLine: 40, headerSection: 60, fieldCount: 3, body: 10)

    func transcripts(_ text: String) -> Set<[String]> {
        Set(Pieces.all(of: Array(text.utf8)).map { RequestTranscript.of($0, limits: Self.limits) })
    }

    @Test func `a request line as long as allowed is read, one octet more is 414`() {
        // "GET /… HTTP/1.1" and CR make 40 octets.
        let path = String(repeating: "x", count: 40 - 15)
        let line = "GET /\(path) HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(transcripts(line) == [["GET /\(path) HTTP/1.1, none", "Host: a", "end"]])
        #expect(transcripts("GET /x\(path) HTTP/1.1\r\nHost: a\r\n\r\n") == [["414 line-too-long", "busy"]])
    }

    @Test func `a request line without end is 414 as soon as it is too long`() {
        var parser = RequestParser(limits: Self.limits)
        parser.receive([UInt8](repeating: 0x61, count: 40))
        #expect(parser.next() == nil)
        parser.receive([0x61])
        guard case .failure(let failure)? = parser.next() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.status == 414)
    }

    @Test func `a header section as long as allowed is read, one octet more is 431`() {
        // CR LF twice, "Host: a" and "X: " make 14; the last line feed does not count.
        let value = String(repeating: "x", count: 61 - 16)
        let fields = "GET / HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n"
        #expect(transcripts(fields) == [["GET / HTTP/1.1, none", "Host: a", "X: \(value)", "end"]])
        #expect(transcripts("GET / HTTP/1.1\r\nHost: a\r\nX: x\(value)\r\n\r\n") == [["431 head-too-large", "busy"]])
    }

    @Test func `more fields than allowed are 431`() {
        let most = "GET / HTTP/1.1\r\nHost: a\r\nB:1\r\nC:1\r\n\r\n"
        #expect(transcripts(most) == [["GET / HTTP/1.1, none", "Host: a", "B: 1", "C: 1", "end"]])
        #expect(
            transcripts("GET / HTTP/1.1\r\nHost: a\r\nB:1\r\nC:1\r\nD:1\r\n\r\n") == [["431 head-too-large", "busy"]])
    }

    @Test func `a declared length beyond the limit is 413 before the body comes`() {
        let head = "PUT / HTTP/1.0\r\nContent-Length: "
        #expect(
            transcripts(head + "10\r\n\r\n0123456789")
                == [["PUT / HTTP/1.0, length(10), last", "Content-Length: 10", "body 0123456789", "end", "busy"]])
        #expect(transcripts(head + "11\r\n\r\n") == [["413 body-too-large", "busy"]])
    }

    @Test func `chunks beyond the limit are 413 when the chunk that is too much begins`() {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let begin = ["PUT / HTTP/1.1, chunked", "Host: a", "Transfer-Encoding: chunked"]
        let limits = RequestParser.Limits(body: 10)
        for pieces in Pieces.all(of: Array((head + "5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n").utf8)) {
            #expect(RequestTranscript.of(pieces, limits: limits) == begin + ["body helloworld", "end"])
        }
        for pieces in Pieces.all(of: Array((head + "5\r\nhello\r\n6\r\nworlds\r\n0\r\n\r\n").utf8)) {
            #expect(
                RequestTranscript.of(pieces, limits: limits) == begin + ["body hello", "413 body-too-large", "busy"])
        }
    }
}
