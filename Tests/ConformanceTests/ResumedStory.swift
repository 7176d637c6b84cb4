import AdapterProtocol
import Digests
import HTTPMessages
import Scenarios
import Testing

@testable import Conformance
@testable import FixtureServer

/// A transcript of a download of ten bytes that is cancelled on the way and resumed; a test says what the server answers
/// to the second request and what the client makes of it.
struct ResumedStory {
    /// What the server answered to the resumed transfer, in order.
    var answers: [ExchangeRecord] = []
    /// What the client reported of the resumed transfer.
    var events: [AdapterEvent] = []

    private let scenario: Scenario
    private let sent: Int

    /// Begins with so many bytes that were there before the cancel.
    init(sent: Int = 6) throws {
        self.sent = sent
        let yaml = """
            sluice: 1
            title: Ten bytes arrive in two parts
            why: A test wants it.
            resources:
              /x: { body: "0123456789", attempts: [{ framing: chunked, script: [{ at: \(sent == 10 ? "end" : "\(sent)B"), hold: half }] }] }
            client:
              - { download: /x, as: a }
              - await: half
              - cancel: a
              - { resume: a, as: b }

            """
        let file = ScenarioFile(reading: Array(yaml.utf8), path: "resumed.yaml")
        try #require(file.complaints.isEmpty, "\(file.complaints)")
        scenario = try #require(file.scenarios.first)
    }

    /// An answer that ran through.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - fields: Its fields, besides ETag and Content-Length.
    ///   - served: The part of the body that it brought; nil for content of the server's own.
    ///   - length: What Content-Length said, where it is not the part's length.
    ///   - range: The Range field of its request.
    /// - Returns: The record of the exchange.
    static func answer(
        _ status: Int, _ fields: HTTPFields = [:], served: Range<Int64>?, length: Int? = nil,
        range: String? = "bytes=6-"
    ) -> ExchangeRecord {
        var request: HTTPFields = ["Sluice-Transfer": "b"]
        if let range {
            request.set("Range", range)
            request.set("If-Range", "\"v1\"")
            request.set("Accept-Encoding", "identity")
        }
        var record = ExchangeRecord(
            id: ExchangeID(2), connection: ConnectionID(2), number: 1, origin: "main", started: .milliseconds(30),
            request: .init(bytes: WireBytes([]), head: HTTPRequestHead(method: "GET", target: "/x", fields: request)))
        record.resource = "/x"
        record.path = "/x"
        record.occurrence = 2
        var all = fields
        if all["ETag"] == nil { all.set("ETag", "\"v1\"") }
        all.set("Content-Length", "\(length ?? served?.count ?? 0)")
        record.response = .init(bytes: WireBytes([]), head: HTTPResponseHead(status: status, fields: all))
        record.framing = .length
        record.representation = representation
        record.served = served
        record.bodySent = served.map { $0.upperBound - $0.lowerBound } ?? 0
        record.framingComplete = true
        record.ended = .milliseconds(38)
        record.reason = .complete
        return record
    }

    /// A request that got no answer, because the connection was closed in front of it.
    static var unanswered: ExchangeRecord {
        var record = answer(206, served: 6..<10)
        record.response = nil
        record.bodySent = 0
        record.framingComplete = false
        record.reason = .cut
        record.cut = .init(kind: .fin, position: "head", offset: nil, time: .milliseconds(34))
        return record
    }

    private static let representation = ExchangeRecord.Representation(
        id: RepresentationID(1), etag: EntityTag(parsing: "\"v1\""), length: 10, sha256: Story.hash(10))

    /// The head of an answer as the client shows it.
    func shown(_ answer: ExchangeRecord, expected: Int? = 10, at offset: Int? = nil) -> AdapterEvent {
        let head = answer.response?.head
        return .head(
            .init(
                t: "b", status: head?.status ?? 0,
                headers: (head?.fields ?? [:]).map { HeaderField($0.name, $0.value) },
                expected: expected, resumedAt: offset))
    }

    /// A piece, and the progress that belongs to it.
    func piece(_ range: Range<Int>, of expected: Int? = 10) -> [AdapterEvent] {
        [
            .bytes(.init(t: "b", count: range.count, total: range.upperBound, from: range.lowerBound)),
            .progress(.init(t: "b", done: range.upperBound, expected: expected)),
        ]
    }

    /// A success with the first bytes of the body in a file.
    func complete(_ total: Int, hash: String? = nil) -> [AdapterEvent] {
        [
            .file(.init(t: "b", path: "/b", size: total)),
            .end(.init(t: "b", outcome: .complete, total: total, hash: hash ?? Story.hash(total))),
        ]
    }

    /// A failure, and resume material in front of it where so many bytes are held.
    func failed(_ kind: ErrorKind, total: Int, holding: Int?) -> [AdapterEvent] {
        let material: [AdapterEvent] = holding.map { [.resumeData(.init(t: "b", value: "bQ==", bytesHeld: $0))] } ?? []
        let failure = AdapterEvent.Failure(kind: kind, code: -1005, domain: "NSURLErrorDomain", afterBytes: total)
        return material
            + [.end(.init(t: "b", outcome: .failed, total: total, hash: Story.hash(total), error: failure))]
    }

    /// What is said of each check that is not simply right.
    var verdicts: [String: Verdict] {
        let first = first
        let before: [AdapterEvent] = [
            .started(t: "a"),
            .head(
                .init(
                    t: "a", status: 200,
                    headers: (first.response?.head.fields ?? [:]).map { HeaderField($0.name, $0.value) }, expected: 10)),
            .bytes(.init(t: "a", count: sent, total: sent, from: 0)),
            .progress(.init(t: "a", done: sent, expected: 10)),
            .resumeData(.init(t: "a", value: "bQ==", bytesHeld: sent)),
            .end(.init(t: "a", outcome: .cancelled, total: sent, hash: Story.hash(sent))),
        ]
        var entries = [Transcript.Entry(.milliseconds(3), .asked(.start(.init(t: "a", url: "http://127.0.0.1:1/x"))))]
        entries += before.dropLast(2).map { .init(.milliseconds(6), .reported($0)) }
        entries.append(.init(.milliseconds(7), .asked(.cancel(t: "a", resume: .want))))
        entries += before.suffix(2).map { .init(.milliseconds(8), .reported($0)) }
        entries.append(.init(.milliseconds(20), .asked(.resume(.init(t: "b", from: "bQ==")))))
        entries += ([.started(t: "b")] + events).map { .init(.milliseconds(36), .reported($0)) }
        let journal = Journal(
            instance: "i1", scenario: scenario.id, seed: 1, lived: .seconds(1), exchanges: [first] + answers,
            connections: [], exchangesDropped: 0, connectionsDropped: 0, connectionsRefused: 0, attemptsUnused: [:])
        let client = AdapterEvent.Hello(
            client: .init(name: "test", version: "1"),
            caps: Capabilities([
                .stream, .progress, .cancel, .cancelResume, .resume, .resumeAfterFailure, .fileSink,
            ]))
        var transcript = Transcript(
            scenario: scenario, client: client, entries: entries, journal: journal,
            lane: LaneRecord(isFinished: true, sentinelsPassed: true))
        for part in Judge.partsNeeded(for: transcript) {
            let bytes = Story.body[Int(part.range.lowerBound)..<Int(part.range.upperBound)]
            transcript.digests[part.id, part.range] = SHA256.digest(of: bytes).hex
        }
        return Judge(transcript).findings().filter { $0.verdict != .pass }.reduce(into: [:]) {
            $0[$1.check] = $1.verdict
        }
    }

    private var first: ExchangeRecord {
        var record = Story.exchange()
        record.request = .init(
            bytes: WireBytes([]),
            head: HTTPRequestHead(method: "GET", target: "/x", fields: ["Sluice-Transfer": "a"]))
        record.bodySent = Int64(sent)
        record.framingComplete = false
        record.reason = .left
        record.departure = .init(kind: .fin, time: .milliseconds(8), silence: .milliseconds(1), bodySent: Int64(sent))
        return record
    }
}
