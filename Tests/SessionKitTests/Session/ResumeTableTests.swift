import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Every row of the table of answers to a resumed download (docs/oracles.md, contract M05 to M10, M13).
///
/// The bytes 01234 of ten are on disk, of the version "v". A request without a range gets all ten, of another version.
@Suite(.timeLimit(.minutes(5))) struct ResumeTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// What requests with a range are answered, one after another; the last answer is kept.
        var answers: [String]
        var outcome: Outcome
        /// The length of the whole that the resume data knows.
        var total: Int64? = 10
        /// Whether the connection ends behind the first answer.
        var closes = false
        var testDescription: String { name }

        init(_ name: String, _ answers: String..., to outcome: Outcome, total: Int64? = 10, closes: Bool = false) {
            (self.name, self.answers, self.outcome, self.total) = (name, answers, outcome, total)
            self.closes = closes
        }
    }

    enum Outcome: Sendable {
        /// The rest is appended, after so many requests with a range.
        case continued(requests: Int)
        /// The file begins anew, with or without another request.
        case startedOver(again: Bool)
        /// What was there is the whole.
        case complete
        /// An error with resume data for so many bytes.
        case failed(URLError.Code, HTTPSessionFailure.Code, held: Int64)
        /// The answer is the file, and the partial one is as it was.
        case answered(Int, String)
    }

    private static func part(_ range: String, _ content: String, _ fields: String = "ETag: \"v\"\r\n") -> String {
        "HTTP/1.1 206 Part\r\nContent-Range: \(range)\r\n\(fields)Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
    }

    private static func error(_ status: Int) -> String {
        "HTTP/1.1 \(status) No\r\nContent-Length: 5\r\n\r\nno: \(status % 10)"
    }

    private static func unsatisfied(_ range: String?) -> String {
        "HTTP/1.1 416 No\r\n" + (range.map { "Content-Range: \($0)\r\n" } ?? "") + "Content-Length: 4\r\n\r\npage"
    }

    static let rows: [Row] = [
        Row("206 as asked", part("bytes 5-9/10", "56789"), to: .continued(requests: 1)),
        Row("206, total *", part("bytes 5-9/*", "56789"), to: .continued(requests: 1)),
        Row("206, total never known", part("bytes 5-9/*", "56789"), to: .continued(requests: 1), total: nil),
        Row("206 without ETag", part("bytes 5-9/10", "56789", ""), to: .continued(requests: 1)),
        Row(
            "206 in chunks",
            "HTTP/1.1 206 Part\r\nContent-Range: bytes 5-9/10\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n56789\r\n0\r\n\r\n",
            to: .continued(requests: 1)),
        Row(
            "206 until close", "HTTP/1.1 206 Part\r\nContent-Range: bytes 5-9/10\r\n\r\n56789",
            to: .continued(requests: 1), closes: true),
        Row(
            "206 with less, cleanly ended", part("bytes 5-6/10", "56"), part("bytes 7-9/10", "789"),
            to: .continued(requests: 2)),
        Row("206 from before", part("bytes 4-9/10", "456789"), to: .startedOver(again: true)),
        Row("206 from 0", part("bytes 0-9/10", "0123456789"), to: .startedOver(again: true)),
        Row("206 from behind", part("bytes 6-9/10", "6789"), to: .startedOver(again: true)),
        Row(
            "206 without Content-Range", "HTTP/1.1 206 Part\r\nContent-Length: 5\r\n\r\n56789",
            to: .startedOver(again: true)),
        Row("206, other total", part("bytes 5-9/11", "56789"), to: .startedOver(again: true)),
        Row("206, other unit", part("rows 5-9/10", "56789"), to: .startedOver(again: true)),
        Row(
            "206, multipart",
            "HTTP/1.1 206 Part\r\nContent-Type: multipart/byteranges; boundary=b\r\nContent-Length: 5\r\n\r\n--b--",
            to: .startedOver(again: true)),
        Row("206, other ETag", part("bytes 5-9/10", "56789", "ETag: \"w\"\r\n"), to: .startedOver(again: true)),
        Row("206, weak ETag", part("bytes 5-9/10", "56789", "ETag: W/\"v\"\r\n"), to: .startedOver(again: true)),
        Row(
            "206, coded", part("bytes 5-9/10", "56789", "Content-Encoding: gzip\r\n"), to: .startedOver(again: true)),
        Row(
            "206, length cut short",
            "HTTP/1.1 206 Part\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n567",
            to: .failed(.networkConnectionLost, .incompleteBody, held: 8), closes: true),
        Row(
            "206, chunks fewer than announced",
            "HTTP/1.1 206 Part\r\nContent-Range: bytes 5-9/10\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n567\r\n0\r\n\r\n",
            to: .failed(.networkConnectionLost, .incompleteBody, held: 8)),
        Row(
            "200 with the whole", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789",
            to: .startedOver(again: false)),
        Row(
            "200 with a part", "HTTP/1.1 200 OK\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789",
            to: .failed(.badServerResponse, .rangeMismatch, held: 5)),
        Row("416, L = N = T", unsatisfied("bytes */5"), to: .complete, total: 5),
        Row("416, L = N, T unknown", unsatisfied("bytes */5"), to: .complete, total: nil),
        Row("416, L = T, more than N", unsatisfied("bytes */10"), to: .startedOver(again: true)),
        Row("416, L = N, less than T", unsatisfied("bytes */5"), to: .startedOver(again: true)),
        Row("416, L less than N", unsatisfied("bytes */4"), to: .startedOver(again: true)),
        Row("416 without Content-Range", unsatisfied(nil), to: .startedOver(again: true)),
        Row("416, other unit", unsatisfied("rows */5"), to: .startedOver(again: true), total: 5),
        Row("403", error(403), to: .answered(403, "no: 3")),
        Row("404", error(404), to: .answered(404, "no: 4")),
        Row("410", error(410), to: .answered(410, "no: 0")),
        Row("500", error(500), to: .answered(500, "no: 0")),
        Row("503", error(503), to: .answered(503, "no: 3")),
        Row("lost", "", to: .failed(.networkConnectionLost, .connectionLost, held: 5), closes: true),
        Row(
            "lost in the head", "HTTP/1.1 206 Part\r\nContent-Range: by",
            to: .failed(.networkConnectionLost, .connectionLost, held: 5), closes: true),
        Row(
            "a head that is none", "HTTP/1.1 206 Part\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
            to: .failed(.cannotParseResponse, .badFraming, held: 0)),
    ]

    /// A server that counts its requests with a range.
    private static func server(_ row: Row) async throws -> RawServer {
        let asked = Log<String>()
        return try await RawServer { peer in
            while let request = await peer.request() {
                if request.contains("\r\nRange: ") {
                    asked.append(request)
                    await peer.send(row.answers[min(asked.entries.count, row.answers.count) - 1])
                    if row.closes { return }
                } else {
                    await peer.send("HTTP/1.1 200 OK\r\nETag: \"w\"\r\nContent-Length: 10\r\n\r\nabcdefghij")
                }
            }
        }
    }

    private static func resumeData(for url: String, in scratch: Scratch, total: Int64?) throws -> ResumeData {
        let partial = PartialName.make(in: scratch.folder)
        try Data("01234".utf8).write(to: partial)
        return ResumeData(
            url: URL(url), fields: ["X-Mine": "1"], validator: .entityTag(EntityTag("v")), completeLength: total,
            length: 5, partialFile: partial)
    }

    /// What the application is told of the row's outcome, and what is left of the partial file.
    private static func judge(
        _ row: Row, _ data: ResumeData, _ scratch: Scratch, _ witness: Witness, requests: [String]
    ) throws {
        let ranged = requests.filter { $0.contains("\r\nRange: ") }
        for (place, request) in ranged.map({ $0 + "\r\n" }).enumerated() {
            if place == 0 { #expect(request.contains("\r\nRange: bytes=5-\r\n")) }
            #expect(request.contains("\r\nIf-Range: \"v\"\r\n"))
            #expect(request.contains("\r\nAccept-Encoding: identity\r\n"))
            #expect(request.contains("\r\nX-Mine: 1\r\n"))
        }
        let whole = requests.count - ranged.count
        let lines = witness.lines.withoutRepeats.filter { !$0.hasPrefix("redirect") }
        switch row.outcome {
        case .continued(let count):
            #expect(lines == ["resumed at 5 of \(row.total ?? -1)", "wrote", "file", "end"])
            #expect(witness.file == Data("0123456789".utf8))
            #expect((ranged.count, whole) == (count, 0))
        case .startedOver(let again):
            #expect(lines == ["resumed at 0 of 10", "wrote", "file", "end"])
            #expect(witness.file == Data((again ? "abcdefghij" : "0123456789").utf8))
            #expect((ranged.count, whole) == (1, again ? 1 : 0))
        case .complete:
            #expect(lines == ["resumed at 5 of 5", "file", "end"])
            #expect(witness.file == Data("01234".utf8))
            #expect((ranged.count, whole) == (1, 0))
        case .failed(let code, let failure, let held):
            #expect(lines.last == "end \(code.rawValue)")
            #expect(witness.error?.httpSessionFailure?.code == failure)
            #expect(witness.file == nil)
            #expect(whole == 0)
            let left = try witness.error?.downloadTaskResumeData.map { try ResumeData($0) }
            #expect(left?.length ?? 0 == held)
            if let left { #expect(try Data(contentsOf: left.partialFile) == Data("01234567".utf8.prefix(Int(held)))) }
        case .answered(let status, let page):
            #expect(lines == ["wrote", "file", "end"])
            #expect(witness.responses.last?.statusCode == status)
            #expect(witness.file == Data(page.utf8))
            #expect(try Data(contentsOf: data.partialFile) == Data("01234".utf8))
            #expect((ranged.count, whole) == (1, 0))
        }
    }

    @Test(.tags(.M05, .M06, .M07, .M08, .M09, .M10, .M13), arguments: rows)
    func `the answer decides what becomes of the bytes that are there`(_ row: Row) async throws {
        let server = try await Self.server(row)
        let scratch = try Scratch()
        let data = try Self.resumeData(for: server.url("/x"), in: scratch, total: row.total)
        let witness = Witness()
        let session = scratch.session(witness)
        session.downloadTask(withResumeData: data.encoded).resume()
        await witness.end()
        try Self.judge(row, data, scratch, witness, requests: server.requests)
        session.invalidateAndCancel()
    }

    /// Every row, and every status again and again.
    private static let redirected = rows.indices.map { ([301, 302, 303, 307, 308][$0 % 5], rows[$0]) }

    @Test(arguments: redirected)
    func `the range goes along where redirects lead, and the answer there decides`(
        status: Int, row: Row
    ) async throws {
        let goal = try await Self.server(row)
        // First to another path, then to another port.
        let way = try await RawServer { peer in
            while let request = await peer.request() {
                let place = request.hasPrefix("GET /near ") ? "/far" : goal.url("/x")
                await peer.send("HTTP/1.1 \(status) There\r\nLocation: \(place)\r\nContent-Length: 3\r\n\r\nway")
            }
        }
        let scratch = try Scratch()
        let data = try Self.resumeData(for: way.url("/near"), in: scratch, total: row.total)
        let witness = Witness()
        let session = scratch.session(witness)
        session.downloadTask(withResumeData: data.encoded).resume()
        await witness.end()
        #expect(witness.lines.prefix(2) == ["redirect \(status) to /far", "redirect \(status) to /x"])
        #expect(way.requests.count == 2)
        for request in way.requests {
            #expect(request.contains("\r\nRange: bytes=5-\r\n") && request.contains("\r\nIf-Range: \"v\""))
        }
        try Self.judge(row, data, scratch, witness, requests: goal.requests)
        session.invalidateAndCancel()
    }

    @Test func `nobody there leaves everything as it was`() async throws {
        let scratch = try Scratch()
        let data = try Self.resumeData(for: "http://127.0.0.1:1/x", in: scratch, total: 10)
        let session = scratch.session()
        let error = await #expect(throws: URLError.self) { try await session.download(resumeFrom: data.encoded) }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.downloadTaskResumeData == data.encoded)
        #expect(try Data(contentsOf: data.partialFile) == Data("01234".utf8))
        session.invalidateAndCancel()
    }
}
