import AdapterProtocol
import Foundation
import Locks
import Scenarios
import Testing

@testable import Conformance

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite(.timeLimit(.minutes(5))) struct `A report` {
    private static let awkward = "less < more & \"quotes\" 'single' ]]> \u{1} tab\t line\n end ümlaut 🎵"

    /// A run of one client in which every kind of verdict comes once, and of another that does not start.
    private func events() throws -> [RunEvent] {
        let scenario = try Story().scenario
        var second = scenario
        second.id = "left/out"
        let findings = [
            Finding("a.end", .pass, asked: "It ends."),
            Finding("a.body", .fail(.spliced), asked: Self.awkward, expected: "<whole>", actual: Self.awkward),
            Finding("a.known", .fail(.hang), asked: "It is known."),
            Finding("a.slack", .nonStrict(.stays), asked: "S."),
            Finding("client.alive", .crash, asked: "It lives."), Finding("a.size", .info, asked: "I.", actual: "7"),
            Finding("client.adapter", .adapterError, asked: "It speaks."),
            Finding("a.late", .inconclusive, asked: "L."), Finding("a.next", .blocked, asked: "N."),
        ]
        let results = [
            ScenarioResult(
                client: "c<1>", scenario: scenario, findings: findings, seconds: 1.2345,
                timeline: [
                    TimelineEntry(.milliseconds(5), .server, "x1: GET /x")
                ], errorOutput: "oops <&>", rerun: "conform run story"),
            ScenarioResult(client: "c<1>", scenario: second, .skipped, reason: "it describes a server only"),
        ]
        let known = try KnownFailures("{ checks: \"story:a.known\", code: hang, why: Known & loved. }")
        let reckoning = Reckoning(client: "c<1>", results, known: known, all: ["story", "left/out"])
        let hello = AdapterEvent.Hello(client: .init(name: "c", version: "1"), caps: Capabilities([.stream]))
        return [
            .began(
                RunHeader(suite: "sluice 9", seed: 7, began: "now", clients: ["c<1>", "gone"], scenarios: 2, jobs: 3)),
            .clientBegan(ClientHeader(name: "c<1>", hello: hello, running: 1, left: 1)),
            .scenarioBegan(client: "c<1>", scenario: "story"), .scenarioEnded(results[0]), .scenarioEnded(results[1]),
            .clientEnded(ClientSummary(results, reckoning)), .clientFailed(name: "gone", reason: "it is <gone>"),
            .ended(RunSummary(outcome: .clientMissing, seconds: 2.5)),
        ]
    }

    private func written(_ make: (@escaping @Sendable (String) -> Void) -> any Recorder) throws -> String {
        let text = Locked("")
        var recorder = make { piece in text.withLock { $0 += piece } }
        for event in try events() { recorder.record(event) }
        return text.withLock { $0 }
    }

    @Test func `in JUnit's form counts what it holds, and calls each thing by its name`() throws {
        let document = try JUnitDocument(try written { JUnitRecorder(to: $0) })
        #expect(document.problem == nil)
        #expect(document.suites.map { $0["name"] } == ["c<1>", "gone"])
        let children = document.cases.reduce(into: [String: String]()) { $0[$1.name] = $1.child }
        let expected = [
            "a.end": "", "a.body": "failure", "a.known": "skipped", "a.slack": "", "client.alive": "error",
            "a.size": "",
            "client.adapter": "error", "a.late": "skipped", "a.next": "skipped", "scenario": "skipped",
            "start": "error",
        ]
        #expect(children == expected)
        for (attribute, child) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
            let count = "\(document.cases.count { $0.child == child })"
            #expect(document.root[attribute] == count)
            let sum = document.suites.compactMap { $0[attribute].flatMap { Int($0) } }.reduce(0, +)
            #expect("\(sum)" == count)
        }
        #expect(document.root["tests"] == "\(document.cases.count)" && document.suites[0]["tests"] == "10")
        #expect(document.root["time"] == "2.500" && document.suites[0]["time"] == "1.235")
    }

    @Test func `in JUnit's form survives every character, and explains what fails`() throws {
        let document = try JUnitDocument(try written { JUnitRecorder(to: $0) })
        let failing = try #require(document.cases.first { $0.name == "a.body" })
        #expect(failing.message == Self.awkward.replacing("\u{1}", with: "\u{FFFD}"))
        #expect(failing.type == "spliced" && failing.classname == "c<1>.story")
        for words in [
            "expected  <whole>", "ümlaut 🎵", "bytes of two versions were joined", "oops <&>", "x1: GET /x",
            "conform run story",
        ] {
            #expect(failing.text.contains(words), "\(words) in \(failing.text)")
        }
        let known = try #require(document.cases.first { $0.name == "a.known" })
        #expect(known.message == "known: Known & loved.")
        #expect(document.cases.first { $0.name == "start" }?.message == "it is <gone>")
    }

    @Test func `in JSON has the run, each client's results and what they mean`() throws {
        struct Results: Decodable {
            struct Client: Decodable {
                var name: String
                var header: ClientHeader?
                var failure: String?
                var summary: ClientSummary?
                var results: [ScenarioResult]
            }
            var version: Int
            var run: RunHeader
            var summary: RunSummary
            var clients: [Client]
        }
        let text = try written { ResultsRecorder(to: $0) }
        let results = try JSONDecoder().decode(Results.self, from: Data(text.utf8))
        #expect(results.version == 1 && results.run.seed == 7 && results.summary.outcome == .clientMissing)
        #expect(results.clients.map(\.name) == ["c<1>", "gone"] && results.clients[1].failure == "it is <gone>")
        let client = results.clients[0]
        #expect(client.header?.running == 1 && client.results.map(\.scenario) == ["left/out", "story"])
        let left = try #require(client.results.first { $0.scenario == "left/out" })
        #expect(left.verdict == .skipped && left.reason == "it describes a server only")
        let body = client.results.flatMap(\.findings).first { $0.check == "a.body" }
        #expect(body?.verdict == .fail(.spliced) && body?.actual == Self.awkward)
        let checks = client.summary?.checks
        #expect(checks?["fail"] == 2 && checks?["pass"] == 1 && checks?["crash"] == 1)
        #expect(client.summary?.scenarios == ["crash": 1, "skipped": 1])
        let raw = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(raw.keys) == ["version", "run", "summary", "clients"])
    }

    @Test func `in lines has every event, and reads back as the same`() throws {
        let lines = try written { EventLinesRecorder(to: $0) }.split(separator: "\n")
        let events = try events()
        #expect(lines.count == events.count)
        for (line, event) in zip(lines, events) {
            let read = try JSONDecoder().decode(RunEvent.self, from: Data(line.utf8))
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            #expect(try encoder.encode(read) == encoder.encode(event))
            #expect(String(line) == String(decoding: try encoder.encode(event), as: UTF8.self))
        }
    }

    @Test func `every code stands in the document with its meaning`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: "docs/adapter-protocol.md"), encoding: .utf8)
        for (code, meaning) in FailureCode.meanings {
            #expect(text.contains("| `\(code)` | \(meaning) |\n"), "\(code)")
        }
    }

    @Test func `for people says what failed, why it matters and how to see it again`() throws {
        let text = try written { ConsoleRecorder(.init(isTerminal: false, isColoured: false), to: $0) }
        for words in [
            "✗ story: Ten bytes arrive", "a.body: fail (spliced)", "the user  A test wants it.",
            "again     conform run story", "  hang ×1 in 1 scenario: Known & loved.\n",
            "gone could not be started: it is <gone>", "a client could not be started (exit code 5, 2.500 s)",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(!text.contains("\u{1B}"))
    }

    @Test func `for people explains of a repeated scenario only the runs that failed`() throws {
        let scenario = try Story().scenario
        let failing = ScenarioResult(
            client: "c", scenario: scenario, findings: [Finding("a.end", .fail(.hang), asked: "It ends.")], seconds: 0)
        let passing = ScenarioResult(
            client: "c", scenario: scenario, findings: [Finding("a.end", .pass, asked: "It ends.")], seconds: 0)
        let results = [passing, failing, passing]
        let text = Locked("")
        var recorder = ConsoleRecorder(.init(isTerminal: false, isColoured: false)) { piece in
            text.withLock { $0 += piece }
        }
        for result in results { recorder.record(.scenarioEnded(result)) }
        let reckoning = Reckoning(client: "c", results, known: KnownFailures(), all: ["story"])
        recorder.record(.clientEnded(ClientSummary(results, reckoning)))
        #expect(text.withLock { $0.components(separatedBy: "✗").count - 1 } == 1)
    }
}

/// A JUnit file, as a reader that knows nothing of us sees it.
private final class JUnitDocument: NSObject, XMLParserDelegate {
    struct Case {
        var classname = ""
        var name = ""
        var child = ""
        var message = ""
        var type = ""
        var text = ""
    }

    private(set) var root: [String: String] = [:]
    private(set) var suites: [[String: String]] = []
    private(set) var cases: [Case] = []
    private(set) var problem: String?

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        if !parser.parse() { problem = parser.parserError.map { "\($0)" } ?? "unknown" }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch name {
        case "testsuites": root = attributes
        case "testsuite": suites.append(attributes)
        case "testcase": cases.append(Case(classname: attributes["classname"] ?? "", name: attributes["name"] ?? ""))
        default:
            cases[cases.count - 1].child += name
            cases[cases.count - 1].message = attributes["message"] ?? ""
            cases[cases.count - 1].type = attributes["type"] ?? ""
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard !cases.isEmpty else { return }
        cases[cases.count - 1].text += text
    }
}
