import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Ranges as RFC 9110 §14 has them, and each way a scenario can have them wrong.
@Suite(.timeLimit(.minutes(5))) struct RangeTests {
    /// A request with a Range, and what is expected of the answer; the body has 1000 bytes.
    struct Row: Sendable, CustomTestStringConvertible {
        var behaviour = RangeBehaviour.rfc9110
        var range: String?
        var ifRange: String?
        var status: Int
        var contentRange: String?
        var body: Range<Int64>?

        var testDescription: String { "\(behaviour) \(range ?? "-") \(ifRange ?? "") → \(status)" }
    }

    static let honest: [Row] = [
        Row(range: "bytes=0-0", status: 206, contentRange: "bytes 0-0/1000", body: 0..<1),
        Row(range: "bytes=0-", status: 206, contentRange: "bytes 0-999/1000", body: 0..<1000),
        Row(range: "bytes=-1", status: 206, contentRange: "bytes 999-999/1000", body: 999..<1000),
        Row(range: "bytes=-2000", status: 206, contentRange: "bytes 0-999/1000", body: 0..<1000),
        Row(range: "bytes=-0", status: 416, contentRange: "bytes */1000"),
        Row(range: "bytes=600-", status: 206, contentRange: "bytes 600-999/1000", body: 600..<1000),
        Row(range: "bytes=600-5000", status: 206, contentRange: "bytes 600-999/1000", body: 600..<1000),
        Row(range: "bytes=1000-", status: 416, contentRange: "bytes */1000"),
        Row(range: "bytes=99999999999999999999-", status: 416, contentRange: "bytes */1000"),
        Row(range: "bytes=5-4", status: 200, body: 0..<1000), Row(range: "lines=0-1", status: 200, body: 0..<1000),
        Row(range: "bytes=a-b", status: 200, body: 0..<1000), Row(range: nil, status: 200, body: 0..<1000),
        Row(range: "bytes=600-", ifRange: "\"v1\"", status: 206, contentRange: "bytes 600-999/1000", body: 600..<1000),
        Row(range: "bytes=600-", ifRange: "\"v2\"", status: 200, body: 0..<1000),
        Row(range: "bytes=600-", ifRange: "W/\"v1\"", status: 200, body: 0..<1000),
        Row(
            range: "bytes=600-", ifRange: "Sun, 09 Sep 2001 01:46:40 GMT", status: 206,
            contentRange: "bytes 600-999/1000", body: 600..<1000),
    ]

    static let lies: [Row] = [
        Row(behaviour: .silent, range: "bytes=600-", status: 206, contentRange: "bytes 600-999/1000", body: 600..<1000),
        Row(behaviour: .none, range: "bytes=600-", status: 200, body: 0..<1000),
        Row(behaviour: .ignored, range: "bytes=600-", status: 200, body: 0..<1000),
        Row(behaviour: .advertised, range: "bytes=600-", status: 200, body: 0..<1000),
        Row(
            behaviour: .ignoresIfRange, range: "bytes=600-", ifRange: "\"other\"", status: 206,
            contentRange: "bytes 600-999/1000", body: 600..<1000),
        Row(behaviour: .fromZero, range: "bytes=600-", status: 206, contentRange: "bytes 0-999/1000", body: 0..<1000),
        Row(behaviour: .noContentRange, range: "bytes=600-", status: 206, body: 600..<1000),
        Row(
            behaviour: .unknownTotal, range: "bytes=600-", status: 206, contentRange: "bytes 600-999/*",
            body: 600..<1000),
        Row(
            behaviour: .otherUnit, range: "bytes=600-", status: 206, contentRange: "lines 600-999/1000",
            body: 600..<1000),
        Row(
            behaviour: .status200, range: "bytes=600-", status: 200, contentRange: "bytes 600-999/1000",
            body: 600..<1000),
        Row(behaviour: .refused, range: "bytes=600-", status: 416, contentRange: "bytes */1000"),
        Row(behaviour: .refusedBare, range: "bytes=600-", status: 416),
        Row(behaviour: .refusedOther(5), range: "bytes=600-", status: 416, contentRange: "bytes */1005"),
        Row(
            behaviour: .earlier(100), range: "bytes=600-", status: 206, contentRange: "bytes 500-999/1000",
            body: 500..<1000),
        Row(
            behaviour: .later(100), range: "bytes=600-", status: 206, contentRange: "bytes 700-999/1000",
            body: 700..<1000),
        Row(
            behaviour: .short(100), range: "bytes=600-", status: 206, contentRange: "bytes 600-899/1000",
            body: 600..<900),
        Row(
            behaviour: .short(100), range: "bytes=900-", status: 206, contentRange: "bytes 900-999/1000",
            body: 900..<1000),
        Row(
            behaviour: .bodyShort(100), range: "bytes=600-", status: 206, contentRange: "bytes 600-999/1000",
            body: 600..<900),
        Row(
            behaviour: .otherTotal(7), range: "bytes=600-", status: 206, contentRange: "bytes 600-999/1007",
            body: 600..<1000),
        Row(behaviour: .earlier(100), range: "bytes=600-", ifRange: "\"v2\"", status: 200, body: 0..<1000),
    ]

    @Test(arguments: honest + lies)
    func `a range is answered as the table says`(_ row: Row) async throws {
        let answer = Answer(body: .pattern(1000), etag: .strong("v1"), ranges: row.behaviour)
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            let fields = [row.range.map { "Range: \($0)" }, row.ifRange.map { "If-Range: \($0)" }].compactMap(\.self)
            let response = try await client.fetch("/x", fields)
            #expect(response.head.status == row.status)
            #expect(response["Content-Range"] == row.contentRange)
            if let body = row.body {
                #expect(
                    Octets(response.body)
                        == Octets(PatternStream(seed: 0).bytes(from: body.lowerBound, count: body.count)))
            }
            #expect(response["Content-Length"] == String(response.body.count))
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.served == row.body)
        }
    }

    @Test(
        arguments: [
            (.rfc9110, "bytes"), (.silent, nil), (.none, "none"), (.ignored, nil), (.advertised, "bytes"),
        ] as [(RangeBehaviour, String?)])
    func `ranges are advertised as the scenario says`(behaviour: RangeBehaviour, value: String?) async throws {
        try await playing(.of(["/x": Answer(body: .pattern(10), ranges: behaviour)])) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response["Accept-Ranges"] == value)
        }
    }

    @Test(arguments: [RangeBehaviour.rfc9110, .multipart])
    func `several ranges, or a lie about one, come as parts`(_ behaviour: RangeBehaviour) async throws {
        let answer = Answer(body: .text("0123456789"), type: "text/x", ranges: behaviour)
        try await playing(.of(["/x": answer])) { instance in
            let range = behaviour == .multipart ? "bytes=2-3" : "bytes=2-3,-1"
            let response = try await WireClient(instance.url).fetch("/x", ["Range: \(range)"])
            #expect(response.head.status == 206 && response["Content-Range"] == nil)
            let type = try #require(response["Content-Type"])
            let boundary = try #require(type.split(separator: "boundary=").last)
            var parts = "--\(boundary)\r\nContent-Type: text/x\r\nContent-Range: bytes 2-3/10\r\n\r\n23"
            if behaviour != .multipart {
                parts += "\r\n--\(boundary)\r\nContent-Type: text/x\r\nContent-Range: bytes 9-9/10\r\n\r\n9"
            }
            #expect(String(decoding: response.body, as: UTF8.self) == parts + "\r\n--\(boundary)--\r\n")
        }
    }

    @Test(arguments: [
        ("If-None-Match: \"v1\"", 304), ("If-None-Match: \"v2\"", 200), ("If-Match: \"v2\"", 412),
        ("If-Modified-Since: Sun, 09 Sep 2001 01:46:40 GMT", 304),
        ("If-Unmodified-Since: Sun, 09 Sep 2000 01:46:40 GMT", 412),
    ])
    func `conditions are held against the validators`(field: String, status: Int) async throws {
        try await playing(.of(["/x": Answer(body: .pattern(1000), etag: .strong("v1"))])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/x", [field])
            #expect(response.head.status == status)
            #expect((response["ETag"] == "\"v1\"") == (status != 412))
            #expect((response["Last-Modified"] != nil) == (status == 200))
            #expect((response["Accept-Ranges"] != nil) == (status == 200))
            #expect(response.body.isEmpty == (status == 304))
            // Nothing of it spoils the connection.
            #expect(try await client.fetch("/x").head.status == 200)
        }
    }

    @Test func `a 304 that has no tag tells when it was changed`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(1000), etag: .none)])) { instance in
            let client = try await WireClient(instance.url)
            let date = try #require(try await client.fetch("/x")["Last-Modified"])
            let response = try await client.fetch("/x", ["If-Modified-Since: \(date)"])
            #expect(response.head.status == 304 && response["Last-Modified"] == date && response["ETag"] == nil)
        }
    }

    @Test func `another status switches ranges and conditions off`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(10), etag: .strong("v1"), status: 404)])) { instance in
            let response = try await WireClient(instance.url).fetch("/x", ["Range: bytes=1-", "If-None-Match: \"v1\""])
            #expect(response.head.status == 404 && response.body.count == 10 && response["Accept-Ranges"] == nil)
        }
    }

    @Test func `a chunked 206 has no length and the total in Content-Range`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(1000), framing: .chunked)])) { instance in
            let response = try await WireClient(instance.url).fetch("/x", ["Range: bytes=600-"])
            #expect(response["Content-Length"] == nil && response["Transfer-Encoding"] == "chunked")
            #expect(response["Content-Range"] == "bytes 600-999/1000" && response.body.count == 400)
        }
    }

    @Test func `offsets beyond four gigabytes are served without storage`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(10 << 30))])) { instance in
            let response = try await WireClient(instance.url).fetch("/x", ["Range: bytes=5000000000-5000000009"])
            #expect(response["Content-Range"] == "bytes 5000000000-5000000009/10737418240")
            #expect(response.body == PatternStream(seed: 0).bytes(from: 5_000_000_000, count: 10))
        }
    }
}
