import AdapterProtocol
import Digests
import HTTPMessages
import Scenarios
import Testing

@testable import Conformance
@testable import FixtureServer

/// A transcript in which everything is right; a test changes one thing and looks at what the judge says.
///
/// One transfer, `a`, of ten bytes.
struct Story {
    static let body = Array("0123456789".utf8)

    var scenario: Scenario
    var exchanges: [ExchangeRecord]
    var connections: [ConnectionRecord] = []
    var outages: [Journal.Outage] = []
    var events: [AdapterEvent]
    var asked: [AdapterCommand]
    var lane = LaneRecord(
        awaits: [.init(check: "a.end", asked: "a ends", result: .met)], isFinished: true, sentinelsPassed: true)
    var process = ProcessRecord(descriptors: .init(before: 7, after: 7))

    /// Makes the story.
    ///
    /// - Parameters:
    ///   - client: The lane.
    ///   - framing: The answer's framing.
    ///   - answer: Another key of the answer.
    ///   - tags: The scenario's tags.
    ///   - must: A check that the file writes down.
    /// - Throws: When the scenario cannot be read.
    init(
        _ client: String = "  - { get: /x, as: a }", framing: String = "length", answer: String? = nil,
        tags: String? = nil, must: String? = nil
    ) throws {
        let yaml = """
            sluice: 1
            title: Ten bytes arrive
            why: A test wants it.
            tags: [\(tags ?? "story")]
            resources:
              /x: { body: "0123456789", \(answer ?? "framing: \(framing)") }
            client:
            \(client)
            \(must.map { "must: { \($0) }" } ?? "")

            """
        let file = ScenarioFile(reading: Array(yaml.utf8), path: "story.yaml")
        try #require(file.complaints.isEmpty, "\(file.complaints)")
        scenario = try #require(file.scenarios.first)
        exchanges = [Self.exchange()]
        asked = [.start(.init(t: "a", url: "http://127.0.0.1:1/x"))]
        events = [
            .started(t: "a"), .head(.init(t: "a", status: 200, headers: Self.headers, expected: 10)),
            .bytes(.init(t: "a", count: 4, total: 4, from: 0)), .progress(.init(t: "a", done: 4, expected: 10)),
            .bytes(.init(t: "a", count: 6, total: 10, from: 4)), .progress(.init(t: "a", done: 10, expected: 10)),
            .end(.init(t: "a", outcome: .complete, total: 10, hash: Self.hash(10))),
        ]
    }

    static func hash(_ length: Int) -> String { SHA256.digest(of: body.prefix(length)).hex }

    private static let fields: HTTPFields = ["Content-Length": "10", "ETag": "\"v1\""]
    private static var headers: [HeaderField] { fields.map { HeaderField($0.name, $0.value) } }

    static func exchange() -> ExchangeRecord {
        let head = HTTPRequestHead(method: "GET", target: "/x", fields: ["Sluice-Transfer": "a"])
        var record = ExchangeRecord(
            id: ExchangeID(1), connection: ConnectionID(1), number: 1, origin: "main", started: .milliseconds(5),
            request: .init(bytes: WireBytes([]), head: head))
        record.resource = "/x"
        record.path = "/x"
        record.occurrence = 1
        record.response = .init(bytes: WireBytes([]), head: HTTPResponseHead(status: 200, fields: fields))
        record.framing = .length
        record.representation = .init(
            id: RepresentationID(1), etag: EntityTag(parsing: "\"v1\""), length: 10, sha256: hash(10))
        record.served = 0..<10
        record.bodySent = 10
        record.framingComplete = true
        record.ended = .milliseconds(8)
        record.reason = .complete
        return record
    }

    /// Makes the server cut the connection after six bytes.
    mutating func cut(_ kind: ExchangeRecord.Cut.Kind) {
        exchanges[0].bodySent = 6
        exchanges[0].framingComplete = false
        exchanges[0].reason = .cut
        exchanges[0].cut = .init(kind: kind, position: "60%", offset: 6, time: .milliseconds(7))
        events = Array(events[...1]) + [.bytes(.init(t: "a", count: 6, total: 6, from: 0))]
    }

    /// What is said of each check that is not simply right.
    var verdicts: [String: Verdict] {
        findings.filter { $0.verdict != .pass }.reduce(into: [:]) { $0[$1.check] = $1.verdict }
    }

    var findings: [Finding] {
        var entries = [Transcript.Entry(.milliseconds(3), .asked(asked[0]))]
        entries += events.enumerated().map { .init(.milliseconds(6 + $0.offset), .reported($0.element)) }
        entries += asked.dropFirst().map { .init(.milliseconds(7), .asked($0)) }
        entries.sort { $0.time < $1.time }
        let journal = Journal(
            instance: "i1", scenario: scenario.id, seed: 1, lived: .seconds(1), exchanges: exchanges,
            connections: connections,
            exchangesDropped: 0, connectionsDropped: 0, connectionsRefused: 0, attemptsUnused: [:], outages: outages)
        let client = AdapterEvent.Hello(
            client: .init(name: "test", version: "1"), caps: Capabilities([.stream, .progress, .cancel, .fileSink]))
        var transcript = Transcript(
            scenario: scenario, client: client, entries: entries, journal: journal, lane: lane, process: process)
        for part in Judge.partsNeeded(for: transcript) {
            let bytes = Self.body[Int(part.range.lowerBound)..<Int(part.range.upperBound)]
            transcript.digests[part.id, part.range] = SHA256.digest(of: bytes).hex
        }
        return Judge(transcript).findings()
    }
}
