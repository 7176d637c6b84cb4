import HTTPMessages
import HTTPWire
import Testing

@Suite struct EncoderTests {
    func text(_ body: (inout [UInt8]) -> Void) -> String {
        var buffer: [UInt8] = []
        body(&buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    @Test func `heads are written as given, behind what is there`() {
        #expect(
            text { HeadEncoder.append(HTTPResponseHead(status: 404, fields: ["A": "b", "a": ""]), to: &$0) }
                == "HTTP/1.1 404 Not Found\r\nA: b\r\na: \r\n\r\n")
        #expect(
            text { HeadEncoder.append(HTTPResponseHead(status: 299, reason: "", version: .http10), to: &$0) }
                == "HTTP/1.0 299 \r\n\r\n")
        #expect(
            text {
                $0 = [0x3E]
                HeadEncoder.append(HTTPRequestHead(method: .get, target: "/a?b", fields: ["Host": "x"]), to: &$0)
            } == ">GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(
            text { HeadEncoder.append(HTTPResponseHead(status: 1000, reason: "x"), to: &$0) }.hasPrefix(
                "HTTP/1.1 1000 x"))
    }

    struct Row: Sendable {
        var status = 200
        var method: HTTPMethod = .get
        var version = HTTPVersion.http11
        var wish: BodyFraming
        var keepsAlive = true
        var framing: BodyFraming
        var body: Bool
        var next: Bool
        var fields: HTTPFields
    }

    static let rows: [Row] = [
        Row(wish: .length(5), framing: .length(5), body: true, next: true, fields: ["Content-Length": "5"]),
        Row(wish: .length(0), framing: .length(0), body: true, next: true, fields: ["Content-Length": "0"]),
        Row(wish: .none, framing: .none, body: false, next: true, fields: ["Content-Length": "0"]),
        Row(wish: .chunked, framing: .chunked, body: true, next: true, fields: ["Transfer-Encoding": "chunked"]),
        Row(wish: .untilClose, framing: .untilClose, body: true, next: false, fields: ["Connection": "close"]),
        Row(
            wish: .length(5), keepsAlive: false, framing: .length(5), body: true, next: false,
            fields: ["Content-Length": "5", "Connection": "close"]),
        // HTTP/1.0 knows no chunks, and closes unless told otherwise.
        Row(
            version: .http10, wish: .chunked, framing: .untilClose, body: true, next: false,
            fields: ["Connection": "close"]),
        Row(
            version: .http10, wish: .length(5), framing: .length(5), body: true, next: true,
            fields: ["Content-Length": "5", "Connection": "keep-alive"]),
        // HEAD: the fields of a GET, and nothing behind them.
        Row(
            method: .head, wish: .length(5), framing: .length(5), body: false, next: true,
            fields: ["Content-Length": "5"]),
        Row(
            method: .head, wish: .chunked, framing: .chunked, body: false, next: true,
            fields: ["Transfer-Encoding": "chunked"]),
        Row(method: .head, wish: .untilClose, framing: .untilClose, body: false, next: true, fields: [:]),
        // Statuses without a body.
        Row(status: 204, wish: .length(5), framing: .none, body: false, next: true, fields: [:]),
        Row(status: 304, wish: .chunked, framing: .none, body: false, next: true, fields: [:]),
        Row(status: 103, wish: .length(5), framing: .none, body: false, next: true, fields: [:]),
        Row(status: 304, wish: .untilClose, framing: .none, body: false, next: true, fields: [:]),
        Row(method: .connect, wish: .length(5), framing: .none, body: false, next: true, fields: [:]),
        Row(
            status: 405, method: .connect, wish: .length(5), framing: .length(5), body: true, next: true,
            fields: ["Content-Length": "5"]),
    ]

    @Test(arguments: rows)
    func `the framing is what the request allows`(row: Row) {
        let encoder = ResponseEncoder(
            status: row.status, answering: row.method, requestVersion: row.version, framing: row.wish,
            keepsAlive: row.keepsAlive)
        #expect(encoder.framing == row.framing)
        #expect(encoder.sendsBody == row.body)
        #expect(encoder.keepsAlive == row.next)
        #expect(encoder.framingFields == row.fields)
    }

    @Test func `a scenario's fields stand in place of computed ones, and computed ones can be dropped`() {
        let encoder = ResponseEncoder(
            status: 200, answering: .get, requestVersion: .http11, framing: .length(5), keepsAlive: false)
        let head = HTTPResponseHead(status: 200, fields: ["content-length": "7"])
        #expect(
            text { encoder.append(head, to: &$0) }
                == "HTTP/1.1 200 OK\r\ncontent-length: 7\r\nConnection: close\r\n\r\n")
        #expect(
            text { encoder.append(HTTPResponseHead(status: 200), dropping: ["content-length"], to: &$0) }
                == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    }

    @Test(arguments: [
        (1, "1"), (9, "9"), (10, "a"), (15, "f"), (16, "10"), (1386, "56a"), (65536, "10000"),
        (Int.max, "7fffffffffffffff"),
    ])
    func `a chunk's size is hexadecimal`(size: Int, expected: String) {
        #expect(text { ChunkedEncoder.appendPrefix(size: size, to: &$0) } == expected + "\r\n")
    }

    @Test func `chunks are written whole, and an empty one not at all`() {
        #expect(
            text {
                ChunkedEncoder.append("hello".utf8, to: &$0)
                ChunkedEncoder.append([], to: &$0)
                ChunkedEncoder.appendEnd(trailers: ["A": "b"], to: &$0)
            } == "5\r\nhello\r\n0\r\nA: b\r\n\r\n")
        #expect(text { ChunkedEncoder.appendEnd(to: &$0) } == "0\r\n\r\n")
    }

    @Test(arguments: [1, 2, 15, 16, 17, 255, 256, 4097])
    func `what the encoder writes the decoder reads`(size: Int) {
        let data = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var wire: [UInt8] = []
        ChunkedEncoder.append(data, to: &wire)
        ChunkedEncoder.append(data.reversed(), to: &wire)
        ChunkedEncoder.appendEnd(to: &wire)
        var decoder = ChunkedDecoder()
        var position = 0
        var decoded: [UInt8] = []
        while case .content(let range) = decoder.step(wire, at: &position) { decoded += wire[range] }
        #expect(decoded == data + data.reversed())
        #expect(position == wire.count)
    }
}
