import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// The same table of requests to nginx and to us: ranges and conditions (RFC 9110 §13 and §14).
@Suite(.timeLimit(.minutes(5))) struct NginxComparisonTests {
    /// A request; `TAG` and `DATE` stand for the validators that each server sends.
    struct Row: Sendable {
        var method = "GET"
        var path = "/thousand.txt"
        var fields: [String] = []

        var name: String { ([method + " " + path] + fields).joined(separator: ", ") }

        static func get(_ fields: String...) -> Row { Row(fields: fields) }
        static func range(_ value: String, _ fields: String...) -> Row { Row(fields: ["Range: \(value)"] + fields) }
        static func empty(_ fields: String...) -> Row { Row(path: "/empty.txt", fields: fields) }
    }

    static let ranges: [Row] = [
        .get(), .range("bytes=0-0"), .range("bytes=0-"), .range("bytes=0-999"), .range("bytes=0-1000"),
        .range("bytes=600-"), .range("bytes=600-700"), .range("bytes=999-"), .range("bytes=999-999"),
        .range("bytes=1000-"), .range("bytes=1000-1001"), .range("bytes=-1"), .range("bytes=-0"),
        .range("bytes=-1000"), .range("bytes=-1001"), .range("bytes=5-4"), .range("bytes=a-b"), .range("bytes=1"),
        .range("bytes="), .range("bytes=-"), .range("bytes"), .range("lines=0-1"), .range("Bytes=0-1"),
        .range("bytes= 0-1"), .range("bytes=0 - 1"), .range("bytes=0-1 "), .range("bytes=99999999999999999999-"),
        .range("bytes=0-99999999999999999999"), .range("bytes=-99999999999999999999"),
        .range("bytes=9223372036854775807-"),
    ]

    static let severalRanges: [Row] = [
        .range("bytes=0-0,2-3"), .range("bytes=0-0, 2-3"), .range("bytes=0-0,,2-3"), .range("bytes=2-3,0-0"),
        .range("bytes=0-9,-10"), .range("bytes=0-9,5-14"), .range("bytes=0-0,1000-"), .range("bytes=1000-,2000-"),
        .range("bytes=0-0,5-4"), .range("bytes=0-0,a-b"), .range("bytes=0-,0-"), .range("bytes=0-,0-,0-"),
        .range("bytes=" + (0..<65).map { "\(2 * $0)-\(2 * $0)" }.joined(separator: ",")),
        .range("bytes=0-9", "Range: bytes=20-29"),
    ]

    static let methods: [Row] = [
        Row(method: "HEAD"), Row(method: "HEAD", fields: ["Range: bytes=0-9"]),
        Row(method: "HEAD", fields: ["If-None-Match: TAG"]), Row(method: "HEAD", fields: ["If-Match: \"other\""]),
        Row(method: "POST", fields: ["Content-Length: 0", "Range: bytes=0-9"]),
    ]

    static let conditions: [Row] = [
        .range("bytes=600-", "If-Range: TAG"), .range("bytes=600-", "If-Range: W/TAG"),
        .range("bytes=600-", "If-Range: \"other\""), .range("bytes=600-", "If-Range: DATE"),
        .range("bytes=600-", "If-Range: Sun, 09 Sep 2001 01:46:39 GMT"),
        .range("bytes=600-", "If-Range: Sun, 09 Sep 2001 01:46:41 GMT"), .range("bytes=600-", "If-Range: yesterday"),
        .get("If-Range: \"other\""), .get("If-None-Match: TAG"), .get("If-None-Match: W/TAG"), .get("If-None-Match: *"),
        .get("If-None-Match: \"other\""), .get("If-None-Match: \"other\", TAG"), .get("If-None-Match: other"),
        .get("If-Match: TAG"), .get("If-Match: W/TAG"), .get("If-Match: *"), .get("If-Match: \"other\""),
        .get("If-Match: \"other\", TAG"), .get("If-Modified-Since: DATE"),
        .get("If-Modified-Since: Sun, 09 Sep 2001 01:46:39 GMT"),
        .get("If-Modified-Since: Sun, 09 Sep 2001 01:46:41 GMT"), .get("If-Modified-Since: yesterday"),
        .get("If-Unmodified-Since: DATE"), .get("If-Unmodified-Since: Sun, 09 Sep 2001 01:46:39 GMT"),
        .get("If-Unmodified-Since: yesterday"),
        .get("If-None-Match: \"other\"", "If-Modified-Since: DATE"),
        .get("If-None-Match: TAG", "If-Modified-Since: Sun, 09 Sep 2001 01:46:39 GMT"),
        .get("If-Match: TAG", "If-Unmodified-Since: Sun, 09 Sep 2001 01:46:39 GMT"),
        .get("If-Match: \"other\"", "If-None-Match: TAG"), .range("bytes=1000-", "If-None-Match: TAG"),
        .range("bytes=1000-", "If-Match: \"other\""), .range("bytes=600-", "If-Modified-Since: DATE"),
        .range("bytes=600-", "If-Match: TAG"), .range("bytes=600-", "If-None-Match: \"other\"", "If-Range: \"other\""),
    ]

    static let empties: [Row] = [
        .empty(), .empty("Range: bytes=0-"), .empty("Range: bytes=0-0"), .empty("Range: bytes=-1"),
        .empty("Range: bytes=-0"),
    ]

    static let rows = ranges + severalRanges + methods + conditions + empties

    /// What of an answer is compared.
    struct Outcome: Equatable {
        var status: Int
        var contentRange: String?
        /// Of a 4xx and of parts, each server has words of its own: there the length is compared with the content only.
        var contentLength: String?
        var body: [UInt8]
        /// The parts of a multipart answer, as text.
        var parts: [String]
        var hasTag: Bool
        var acceptRanges: String?

        init(_ response: WireClient.Response, method: String) {
            status = response.head.status
            contentRange = response["Content-Range"]
            hasTag = response["ETag"] != nil
            acceptRanges = response["Accept-Ranges"]
            parts = NginxComparisonTests.parts(of: response)
            let hasOwnWords = status >= 400 || !parts.isEmpty
            body = hasOwnWords ? [] : response.body
            let length = response["Content-Length"]
            let isOfContent = method == "HEAD" ? length != nil : length == String(response.body.count)
            contentLength = hasOwnWords && isOfContent ? "that of the content" : length
        }

        /// The names of what is not the same.
        func aspects(against other: Outcome) -> Set<String> {
            var aspects: Set<String> = []
            if status != other.status { return ["status"] }
            if contentRange != other.contentRange { aspects.insert("Content-Range") }
            if contentLength != other.contentLength { aspects.insert("Content-Length") }
            if Octets(body) != Octets(other.body) || parts != other.parts { aspects.insert("body") }
            if hasTag != other.hasTag { aspects.insert("ETag") }
            if acceptRanges != other.acceptRanges { aspects.insert("Accept-Ranges") }
            return aspects
        }
    }

    /// The parts of a multipart/byteranges answer, each with its head.
    private static func parts(of response: WireClient.Response) -> [String] {
        guard let type = response["Content-Type"], type.hasPrefix("multipart/byteranges"),
            let boundary = type.split(separator: "boundary=").last
        else { return [] }
        return String(decoding: response.body, as: UTF8.self).components(separatedBy: "--\(boundary)")
            .map { $0.trimmingCharacters(in: .newlines) }
    }

    /// How a server answers every row.
    private static func outcomes(of url: String) async throws -> [Outcome] {
        let client = try await WireClient(url)
        let plain = try await client.fetch("/thousand.txt")
        let tag = plain["ETag"] ?? ""
        let date = plain["Last-Modified"] ?? ""
        var outcomes: [Outcome] = []
        for row in rows {
            let fields = row.fields.map {
                $0.replacingOccurrences(of: "TAG", with: tag).replacingOccurrences(of: "DATE", with: date)
            }
            // nginx closes behind some refusals: a connection each.
            let response = try await WireClient(url).fetch(row.path, method: HTTPMethod(rawValue: row.method), fields)
            outcomes.append(Outcome(response, method: row.method))
        }
        return outcomes
    }

    @Test(.enabled(if: Nginx.program != nil, "nginx is not installed: make deps-dev"))
    func `we answer as nginx does, but where we say why not`() async throws {
        let thousand = (0..<1000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let changed = Date(timeIntervalSince1970: 1_000_000_000)
        let nginx = try await Nginx.serving(["thousand.txt": thousand, "empty.txt": []], modified: changed)
        let theirs = try await Self.outcomes(of: nginx.url)
        #expect(await nginx.end() == 0)
        let body = BodySource.bytes(thousand)
        let ours = try await playing(
            .of(["/thousand.txt": Answer(body: body, type: "text/plain"), "/empty.txt": Answer(type: "text/plain")])
        ) { try await Self.outcomes(of: $0.url) }
        #expect(Self.rows.count >= 80)
        for (index, row) in Self.rows.enumerated() {
            let expected = NginxDifference.all.filter { $0.covers(row.name, ours[index].status) }
            let aspects = ours[index].aspects(against: theirs[index])
            // Another status makes the rest incomparable.
            let foreseen = expected.contains { $0.aspect == "status" } ? ["status"] : Set(expected.map(\.aspect))
            #expect(
                aspects == foreseen,
                "\(row.name): ours \(ours[index].status), nginx \(theirs[index].status)")
        }
        for difference in NginxDifference.all {
            let isMet = Self.rows.indices.contains { difference.covers(Self.rows[$0].name, ours[$0].status) }
            #expect(isMet, "no row shows that \(difference.reason)")
        }
    }
}
