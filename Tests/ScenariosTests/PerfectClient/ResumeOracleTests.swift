import AdapterProtocol
import HTTPMessages
import Scenarios
import Testing

/// The rows of oracle table 2: 60 of 100 bytes are held, of the version "v1".
@Suite struct ResumeOracleTests {
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var status: Int
        var fields: HTTPFields
        var length: Int64?
        var expected: [ResumeOracle.Reaction]
    }

    static let v1 = Validator.etag(EntityTag("v1"))

    static let parts = [
        Row(
            testDescription: "206 from N, total and tag equal", status: 206,
            fields: ["Content-Range": "bytes 60-99/100", "ETag": "\"v1\""], length: 40, expected: [.goOn(at: 60)]),
        Row(
            testDescription: "206 from N, total unknown, no tag", status: 206,
            fields: ["Content-Range": "bytes 60-99/*"], length: 40, expected: [.goOn(at: 60)]),
        Row(
            testDescription: "206 chunked takes its total from Content-Range", status: 206,
            fields: ["Content-Range": "bytes 60-99/100"], length: nil, expected: [.goOn(at: 60)]),
        Row(
            testDescription: "206 before N", status: 206, fields: ["Content-Range": "bytes 48-99/100"], length: 52,
            expected: [.askAgain, .goOn(at: 48)]),
        Row(
            testDescription: "206 at 0", status: 206, fields: ["Content-Range": "bytes 0-99/100"], length: 100,
            expected: [.askAgain, .goOn(at: 0)]),
        Row(
            testDescription: "206 after N leaves a hole", status: 206, fields: ["Content-Range": "bytes 70-99/100"],
            length: 30, expected: [.askAgain]),
        Row(
            testDescription: "206 without Content-Range", status: 206, fields: [:], length: 40, expected: [.askAgain]),
        Row(
            testDescription: "206 with another total", status: 206, fields: ["Content-Range": "bytes 60-119/120"],
            length: 60, expected: [.askAgain]),
        Row(
            testDescription: "206 with another unit", status: 206, fields: ["Content-Range": "lines 60-99/100"],
            length: 40, expected: [.askAgain]),
        Row(
            testDescription: "206 multipart", status: 206,
            fields: ["Content-Type": "multipart/byteranges; boundary=x", "Content-Range": "bytes 60-99/100"],
            length: 200, expected: [.askAgain]),
        Row(
            testDescription: "206 of another version, If-Range ignored", status: 206,
            fields: ["Content-Range": "bytes 60-99/100", "ETag": "\"v2\""], length: 40, expected: [.askAgain]),
        Row(
            testDescription: "206 with a weak tag of the same text", status: 206,
            fields: ["Content-Range": "bytes 60-99/100", "ETag": "W/\"v1\""], length: 40, expected: [.askAgain]),
        Row(
            testDescription: "206 with less than asked for", status: 206,
            fields: ["Content-Range": "bytes 60-79/100"], length: 20,
            expected: [.askForRest(from: 80), .fail([.incompleteBody, .connectionLost, .rangeMismatch])]),
        Row(
            testDescription: "206 with less than it says", status: 206, fields: ["Content-Range": "bytes 60-99/100"],
            length: 30, expected: [.fail([.incompleteBody])]),
    ]

    static let others = [
        Row(
            testDescription: "200, whole body", status: 200, fields: ["ETag": "\"v1\""], length: 100,
            expected: [.startOver]),
        Row(
            testDescription: "200 of another version and length", status: 200, fields: ["ETag": "\"v2\""], length: 300,
            expected: [.startOver]),
        Row(
            testDescription: "200 with a Content-Range and only a slice", status: 200,
            fields: ["Content-Range": "bytes 60-99/100", "ETag": "\"v1\""], length: 40,
            expected: [.fail([.rangeMismatch, .incompleteBody, .badFraming]), .askAgain]),
        Row(
            testDescription: "416, the length is not what is held", status: 416,
            fields: ["Content-Range": "bytes */100"], length: 0, expected: [.askAgain]),
        Row(testDescription: "416 without a length", status: 416, fields: [:], length: 0, expected: [.askAgain]),
        Row(testDescription: "403", status: 403, fields: [:], length: 9, expected: [.deliver]),
        Row(testDescription: "404", status: 404, fields: [:], length: 9, expected: [.deliver]),
        Row(testDescription: "503", status: 503, fields: [:], length: 9, expected: [.deliver]),
        Row(testDescription: "301", status: 301, fields: ["Location": "/b"], length: 0, expected: [.follow]),
        Row(testDescription: "308", status: 308, fields: ["Location": "/b"], length: 0, expected: [.follow]),
        Row(testDescription: "302 to nowhere", status: 302, fields: [:], length: 0, expected: [.deliver]),
    ]

    @Test(arguments: parts + others)
    func `an answer means what the table says`(row: Row) {
        let oracle = ResumeOracle(held: 60, total: 100, validator: Self.v1)
        let head = HTTPResponseHead(status: row.status, fields: row.fields)
        #expect(oracle.reactions(to: head, contentLength: row.length, sentIfRange: true) == row.expected)
    }

    @Test func `no answer keeps the partial file`() {
        let oracle = ResumeOracle(held: 60, total: 100, validator: Self.v1)
        let expected = [ResumeOracle.Reaction.fail([.connectionLost, .refused])]
        #expect(oracle.reactions(to: nil, contentLength: nil, sentIfRange: true) == expected)
    }

    @Test(arguments: [
        (Int64?(100), "bytes */100", true, [ResumeOracle.Reaction.finish]),
        (100, "bytes */100", false, [.askAgain]), (100, "bytes */120", true, [.askAgain]),
        (120, "bytes */100", true, [.askAgain]), (nil, "bytes */100", true, [.finish, .askAgain]),
        (100, "bytes 0-99/100", true, [.askAgain]),
    ])
    func `a 416 is success only for a file that is whole and known to be the same`(
        total: Int64?, field: String, sentIfRange: Bool, expected: [ResumeOracle.Reaction]
    ) {
        let oracle = ResumeOracle(held: 100, total: total, validator: Self.v1)
        let head = HTTPResponseHead(status: 416, fields: ["Content-Range": field])
        #expect(oracle.reactions(to: head, contentLength: 0, sentIfRange: sentIfRange) == expected)
    }

    @Test func `the request names the place and the version, and refuses codings`() {
        let expected: HTTPFields = ["Range": "bytes=60-", "If-Range": "\"v1\"", "Accept-Encoding": "identity"]
        #expect(ResumeOracle(held: 60, total: nil, validator: Self.v1).fields == expected)
        #expect(ResumeOracle(held: 0, total: nil, validator: Self.v1).fields == nil)
        #expect(ResumeOracle(held: 60, total: nil, validator: nil).fields == nil)
    }
}

/// Contract row M01.
@Suite struct ResumabilityTests {
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let cases: [(HTTPFields, Resumability.Obstacle?)] = [
        (["ETag": "\"v1\""], nil),
        (["Date": date, "Last-Modified": "Sun, 06 Nov 1994 08:48:37 GMT"], nil),
        (["Date": date, "Last-Modified": "Sun, 06 Nov 1994 08:48:38 GMT"], .noValidator),
        (["Last-Modified": "Sun, 06 Nov 1994 08:48:37 GMT"], .noValidator),
        (["ETag": "W/\"v1\""], .noValidator),
        ([:], .noValidator),
        (["ETag": "\"v1\"", "Content-Encoding": "gzip"], .coded),
        (["ETag": "\"v1\"", "Content-Encoding": "identity"], nil),
        (["ETag": "\"v1\"", "Accept-Ranges": "none"], .noRanges),
        (["ETag": "\"v1\"", "Accept-Ranges": "bytes"], nil),
        (["ETag": "\"v1\"", "Accept-Ranges": "lines"], .noRanges),
    ]

    @Test(arguments: cases)
    func `the fields of the first answer decide`(fields: HTTPFields, obstacle: Resumability.Obstacle?) {
        let head = HTTPResponseHead(status: 200, fields: fields)
        let found = Resumability(method: .get, head: head, total: nil, held: 1)
        #expect(found.isPossible == (obstacle == nil))
        if let obstacle { #expect(found == .impossible(obstacle)) }
    }

    @Test(arguments: [
        (HTTPMethod.post, 200, Int64(1), Resumability.Obstacle.method), (.get, 404, 1, .status),
        (.get, 200, 0, .nothingHeld),
    ])
    func `so do the method, the status and the bytes`(
        method: HTTPMethod, status: Int, held: Int64, obstacle: Resumability.Obstacle
    ) {
        let head = HTTPResponseHead(status: status, fields: ["ETag": "\"v1\""])
        #expect(Resumability(method: method, head: head, total: nil, held: held) == .impossible(obstacle))
    }
}
