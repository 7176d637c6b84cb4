import AdapterProtocol
import Locks
import Scenarios
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `Clients side by side` {
    /// The results of one client, each scenario with one check.
    private func results(_ client: String, _ verdicts: [(id: String, file: String, verdict: Verdict)]) throws
        -> [ScenarioResult]
    {
        let story = try Story().scenario
        return verdicts.map { id, file, verdict in
            var scenario = story
            scenario.id = id
            scenario.file = file
            if verdict == .skipped {
                return ScenarioResult(client: client, scenario: scenario, .skipped, reason: "it describes a server")
            }
            let findings = [Finding("a.end", .pass, asked: "E."), Finding("a.body", verdict, asked: "B.")]
            return ScenarioResult(client: client, scenario: scenario, findings: findings, seconds: 0)
        }
    }

    private static let files = [
        ("slow", "slow.yaml"), ("cut/off/chunked/fin", "cut/off.yaml"), ("cut/off/chunked/rst", "cut/off.yaml"),
        ("cut/off/length/fin", "cut/off.yaml"), ("cut/off/length/rst", "cut/off.yaml"),
        ("cut/one/1B", "cut/one.yaml"), ("cut/one/2B", "cut/one.yaml"), ("seek/back", "seek/back.yaml"),
    ]

    /// A client that is right in everything, one that is not in any way alike, and one that does not start.
    private func events(second: String = "other") throws -> [RunEvent] {
        let right = try results("mine", Self.files.map { ($0, $1, .pass) })
        let verdicts: [Verdict] = [
            .fail(.progressLies), .fail(.hang), .pass, .fail(.hang), .pass, .nonStrict(.stays), .blocked, .skipped,
        ]
        let wrong = try results(second, zip(Self.files, verdicts).map { ($0.0, $0.1, $1) })
        let known = try KnownFailures(
            "{ checks: \"slow:a.body\", code: progress-lies, why: It | counts * nothing. }")
        let ids = Set(Self.files.map(\.0))
        func client(_ name: String, _ results: [ScenarioResult], _ known: KnownFailures) -> [RunEvent] {
            let hello = AdapterEvent.Hello(client: .init(name: name, version: "6.3"), caps: Capabilities([.stream]))
            let reckoning = Reckoning(client: name, results, known: known, all: ids)
            return [.clientBegan(ClientHeader(name: name, hello: hello, running: 7, left: 1))]
                + results.reversed().map { .scenarioEnded($0) } + [.clientEnded(ClientSummary(results, reckoning))]
        }
        return client("mine", right, KnownFailures()) + client(second, wrong, known) + [
            .clientFailed(name: "gone", reason: "it is gone"), .ended(RunSummary(outcome: .unexpected, seconds: 1)),
        ]
    }

    private func written(_ form: ComparisonRecorder.Form, _ events: [RunEvent]) -> String {
        let text = Locked("")
        var recorder = ComparisonRecorder(form) { piece in text.withLock { $0 += piece } }
        for event in events { recorder.record(event) }
        return text.withLock { $0 }
    }

    @Test func `are a table with a row for what came out alike, and totals`() throws {
        let rule = String(repeating: "─", count: 91)
        let expected = """

                            mine 6.3  other 6.3                                                    gone
            \(rule)
            slow            pass      known: progress-lies                                         –
            cut/
              off/*/fin ×2  pass      fail: hang                                                   –
              off/*/rst ×2  pass      pass                                                         –
              one/1B        pass      non-strict: stays                                            –
              one/2B        pass      blocked                                                      –
            seek/
              back          pass      skipped                                                      –
            \(rule)
            scenarios       8 pass    2 pass, 1 non-strict, 1 known, 2 fail, 1 blocked, 1 skipped  –
            checks          16 pass   9 pass, 1 non-strict, 1 known, 2 fail, 1 blocked             –


            """
        #expect(written(.text, try events()) == expected)
    }

    @Test func `are the same table in Markdown, which shows every character as it is`() throws {
        let expected = """
            # Clients side by side

            | Scenario | mine 6.3 | a \\| b \\<\\*\\> c 6.3 | gone |
            | --- | --- | --- | --- |
            | `slow` | pass | known: progress-lies | – |
            | `cut/off/*/fin` ×2 | pass | fail: hang | – |
            | `cut/off/*/rst` ×2 | pass | pass | – |
            | `cut/one/1B` | pass | non-strict: stays | – |
            | `cut/one/2B` | pass | blocked | – |
            | `seek/back` | pass | skipped | – |
            | **scenarios** | 8 pass | 2 pass, 1 non-strict, 1 known, 2 fail, 1 blocked, 1 skipped | – |
            | **checks** | 16 pass | 9 pass, 1 non-strict, 1 known, 2 fail, 1 blocked | – |

            ## Known failures of a \\| b \\<\\*\\> c 6.3

            - progress-lies ×1 in 1 scenario: It \\| counts \\* nothing.

            """
        #expect(written(.markdown, try events(second: "a | b <*>\nc")) == expected)
    }

    @Test func `are no table on the console when there is one client`() throws {
        let alone = try events().filter { if case .clientFailed = $0 { false } else { true } }.dropFirst(10)
        #expect(alone.count { if case .clientBegan = $0 { true } else { false } } == 1)
        #expect(written(.text, Array(alone)).isEmpty)
        #expect(written(.markdown, Array(alone)).contains("| Scenario | other 6.3 |"))
    }

    @Test func `fit 100 columns, however many they are and however long their names`() throws {
        let codes: [Verdict] = [.fail(.silentTruncation), .fail(.progressLies), .fail(.wrongTotal), .fail(.spliced)]
        let path = "a-folder/" + String(repeating: "long-", count: 12) + "name"
        let records = try (1...7).map { number in
            let name = "python3 adapters/number-\(number).py --with-an-option-that-nobody-can-break-anywhere"
            let results = try results(name, codes.map { (path, path + ".yaml", $0) })
            let reckoning = Reckoning(client: name, results, known: KnownFailures(), all: [path])
            return Comparison.Record(
                name: name, version: "1", results: results, standings: reckoning.standings)
        }
        let text = Comparison(records).text
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 && $0.last != " " }, "\(text)")
        let words = text.split { $0.isWhitespace }
        for code in ["silent-truncation,", "progress-lies,", "wrong-total", "spliced,"] {
            #expect(words.count { $0 == code } == 7, "\(code) in\n\(text)")
        }
        #expect((1...7).allSatisfy { number in text.contains("number-\(number)") })
    }

    @Test func `have a row for each value that matters, and only for these`() throws {
        func rows(_ isRight: (String, String, String) -> Bool) throws -> [String] {
            var verdicts: [(String, String, Verdict)] = []
            for a in ["1", "2"] {
                for b in ["x", "y"] {
                    for c in ["fin", "rst"] {
                        verdicts.append(("m/\(a)/\(b)/\(c)", "m.yaml", isRight(a, b, c) ? .pass : .blocked))
                    }
                }
            }
            let record = Comparison.Record(name: "c", results: try results("c", verdicts))
            return Comparison([record]).groups.flatMap { $0.rows.map(\.label) }
        }
        #expect(try rows { _, _, _ in true } == ["m ×8"])
        #expect(try rows { _, b, _ in b == "x" } == ["m/*/x/* ×4", "m/*/y/* ×4"])
        #expect(
            try rows { a, _, c in a == "1" && c == "fin" }
                == ["m/1/*/fin ×2", "m/1/*/rst ×2", "m/2/*/fin ×2", "m/2/*/rst ×2"])
        #expect(try rows { a, b, c in a == "1" && b == "x" && c == "fin" }.count == 8)
    }

    @Test func `show what nobody expected before what is known`() throws {
        func cell(_ verdict: Verdict, known: String?, beside other: Verdict = .pass) throws -> String {
            var results = try results("c", [("s", "s.yaml", verdict)])
            results[0].findings.append(Finding("a.order", other, asked: "O."))
            let list = try known.map { try KnownFailures("{ checks: \"s:a.body\", code: \($0), why: So. }") }
            let reckoning = Reckoning(client: "c", results, known: list ?? KnownFailures(), all: ["s"])
            return Comparison.Cell(results, reckoning.standings).description
        }
        #expect(try cell(.fail(.hang), known: "hang") == "known: hang")
        #expect(try cell(.fail(.spliced), known: "hang") == "fail: spliced")
        #expect(try cell(.fail(.hang), known: "hang", beside: .fail(.stirs)) == "fail: stirs")
        #expect(try cell(.fail(.hang), known: "hang", beside: .nonStrict(.stays)) == "known: hang")
        #expect(try cell(.pass, known: "hang") == "unexpected-pass")
        #expect(try cell(.crash, known: nil) == "crash")
        #expect(try cell(.inconclusive, known: "hang") == "inconclusive")
        var flaky = try results("c", [("s", "s.yaml", .fail(.hang))])
        flaky[0].isFlaky = true
        let reckoning = Reckoning(client: "c", flaky, known: KnownFailures(), all: ["s"])
        #expect(Comparison.Cell(flaky, reckoning.standings).description == "flaky: hang")
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Faults that are known` {
    @Test func `are told once a sentence, with the number of checks and scenarios`() {
        func standing(
            _ scenario: String, _ check: String, _ verdict: Verdict, _ why: String,
            _ overlay: Reckoning.Overlay = .expected
        ) -> Reckoning.Standing {
            .init(scenario: scenario, check: check, verdict: verdict, overlay: overlay, why: why)
        }
        let standings = [
            standing("a", "x.end", .crash, "It dies."), standing("a", "x.body", .fail(.hang), "It waits."),
            standing("a", "y.body", .fail(.hang), "It waits."), standing("b", "x.body", .fail(.hang), "It waits."),
            standing("b", "x.body", .fail(.hang), "It waits."), standing("b", "z", .blocked, "It waits."),
            standing("c", "x.body", .fail(.spliced), "It waits."), standing("c", "x", .fail(.hang), "No.", .unexpected),
        ]
        #expect(
            KnownFault.list(standings).map(\.line) == [
                "hang ×3 in 2 scenarios: It waits.", "crash ×1 in 1 scenario: It dies.",
                "spliced ×1 in 1 scenario: It waits.",
            ])
    }
}
