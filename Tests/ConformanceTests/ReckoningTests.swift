import AdapterProtocol
import Foundation
import Scenarios
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `Known failures` {
    private func result(_ findings: [(String, Verdict)]) throws -> ScenarioResult {
        ScenarioResult(
            client: "test", scenario: try Story().scenario,
            findings: findings.map { Finding($0.0, $0.1, asked: "Something is so.") }, seconds: 0)
    }

    private func reckon(
        _ results: [ScenarioResult], _ entries: String..., all: Set<String> = ["story", "other"]
    ) throws -> Reckoning {
        let text = "known-failures: 1\nentries:\n" + entries.map { "  - \($0)\n" }.joined()
        let known = entries.isEmpty ? KnownFailures() : try KnownFailures(parsing: Array(text.utf8), file: "known.yaml")
        return Reckoning(client: "test", results, known: known, all: all)
    }

    private static let entry = "{ checks: \"story:a.body\", code: spliced, why: So it is. }"

    @Test func `that fail as they say are expected`() throws {
        let reckoning = try reckon([result([("a.body", .fail(.spliced)), ("a.end", .pass)])], Self.entry)
        #expect(reckoning.standings.map(\.overlay) == [.expected])
        #expect(reckoning.standings.first?.why == "So it is.")
        #expect(reckoning.stale.isEmpty && RunOutcome(reckoning) == .expected)
    }

    @Test(arguments: [Verdict.fail(.spliced), .crash, .adapterError, .blocked])
    func `do not excuse what they do not name`(verdict: Verdict) throws {
        let reckoning = try reckon([result([("a.end", verdict), ("a.body", .fail(.spliced))])], Self.entry)
        let loud = reckoning.standings.filter { $0.overlay == .unexpected }
        // A check that is blocked beside a failure is the failure's consequence.
        #expect(loud.map(\.check) == (verdict == .blocked ? [] : ["a.end"]))
        let alone = try reckon([result([("a.end", verdict)])])
        #expect(alone.standings.map(\.overlay) == [.unexpected] && RunOutcome(alone) == .unexpected)
    }

    @Test func `that pass are a surprise, and the list is out of date`() throws {
        let reckoning = try reckon([result([("a.body", .pass)])], Self.entry)
        #expect(reckoning.standings.map(\.overlay) == [.unexpectedPass])
        #expect(reckoning.stale == ["known.yaml:3:5: nothing that story:a.body names fails in story"])
        #expect(RunOutcome(reckoning) == .stale)
    }

    @Test func `that fail only sometimes may pass`() throws {
        let entry = "{ checks: \"story:a.body\", code: spliced, sometimes: true, why: It is a race. }"
        let passed = try reckon([result([("a.body", .pass)])], entry)
        #expect(passed.standings.isEmpty && RunOutcome(passed) == .expected)
        let failed = try reckon([result([("a.body", .fail(.spliced))])], entry)
        #expect(failed.standings.map(\.overlay) == [.expected] && RunOutcome(failed) == .expected)
    }

    @Test func `that fail in another way have the wrong reason`() throws {
        let reckoning = try reckon([result([("a.body", .fail(.hang))])], Self.entry)
        #expect(reckoning.standings.map(\.overlay) == [.wrongReason])
        #expect(reckoning.stale == ["known.yaml:3:5: story:a.body is fail (hang), not fail (spliced)"])
        #expect(RunOutcome(reckoning) == .stale)
    }

    @Test(arguments: [
        ("nowhere:a.body", "matches no scenario"), ("story:b.body", "matches no check"), ("other:a.body", ""),
    ])
    func `that name nothing are out of date, unless it was only not run`(pattern: String, complaint: String) throws {
        let reckoning = try reckon(
            [result([("a.body", .pass)])], "{ checks: \"\(pattern)\", code: spliced, why: So it is. }")
        #expect(reckoning.stale == (complaint.isEmpty ? [] : ["known.yaml:3:5: \(pattern) \(complaint)"]))
    }

    @Test(arguments: [20, 21]) func `excuse no more than twenty checks at once`(count: Int) throws {
        let findings = (1...count).map { ("a.\($0)", Verdict.fail(.spliced)) }
        let reckoning = try reckon(
            [result(findings)], "{ checks: \"story:**\", code: spliced, why: Everything is broken. }")
        let complaint = "known.yaml:3:5: story:** matches 21 checks; at most 20 are allowed"
        #expect(reckoning.stale == (count > 20 ? [complaint] : []))
    }

    @Test func `count a check once, however often it is repeated`() throws {
        let once = try result([("a.body", .fail(.spliced))])
        #expect(try reckon([ScenarioResult](repeating: once, count: 30), Self.entry).stale.isEmpty)
    }

    @Test func `hold only where and for whom they say`() throws {
        let known = try KnownFailures(
            "{ checks: here, code: spliced, why: W., when: { client: \"<0.4\" } }",
            "{ checks: there, code: spliced, why: W., when: { os: \(KnownFailures.Circumstances.currentOS) } }",
            "{ checks: \"nowhere\", code: spliced, why: W., when: { os: \(otherOS) } }")
        #expect(known.holding(for: "0.3.9").entries.map(\.pattern) == ["here", "there"])
        #expect(known.holding(for: "0.4").entries.map(\.pattern) == ["there"])
    }

    @Test func `hold where their file holds, unless they say otherwise`() throws {
        func pattern(_ client: String, fileHolds os: String) throws -> [String] {
            let entries = [
                "{ checks: here, code: spliced, why: W. }",
                "{ checks: there, code: spliced, why: W., when: { client: \"<0.4\" } }",
                "{ checks: anywhere, code: spliced, why: W., when: { os: \(KnownFailures.Circumstances.currentOS) } }",
            ]
            let text = "known-failures: 1\nwhen: { os: \(os), client: \"0.5\" }\nentries:\n  - "
            let known = try KnownFailures(
                parsing: Array((text + entries.joined(separator: "\n  - ") + "\n").utf8), file: "known.yaml")
            return known.holding(for: client).entries.map(\.pattern)
        }
        #expect(try pattern("0.5.1", fileHolds: KnownFailures.Circumstances.currentOS) == ["here", "anywhere"])
        #expect(try pattern("0.3", fileHolds: KnownFailures.Circumstances.currentOS) == ["there"])
        #expect(try pattern("0.5.1", fileHolds: otherOS) == ["anywhere"])
        #expect(try pattern("0.3", fileHolds: otherOS) == [])
    }

    @Test func `of Foundation's URLSession name the toolchain that they were measured with`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let known = try KnownFailures(file: folder.appending(path: "Fixtures/known-failures/urlsession.yaml").path)
        #expect(!known.entries.isEmpty)
        for entry in known.entries {
            #expect(entry.when.os == "linux" && entry.when.client != nil, "\(entry.location)")
        }
    }

    private var otherOS: String { KnownFailures.Circumstances.currentOS == "linux" ? "macos" : "linux" }

    @Test(arguments: [
        ("{ checks: a, code: spliced }", "does not say why"), ("{ code: spliced, why: W. }", "without checks"),
        ("{ checks: a, code: spliecd, why: W. }", "did you mean 'spliced'"),
        ("{ checks: a, why: W. }", "no verdict 'fail' without a code"),
        ("{ checks: a, code: hang, why: W., sometimes: maybe }", "no flag"),
        ("{ checks: a, code: hang, why: W., when: { os: windows } }", "windows"),
        ("{ chekcs: a, code: hang, why: W. }", "did you mean 'checks'"),
    ])
    func `that are not understood are said with their place`(entry: String, words: String) throws {
        let error = try #require(throws: KnownFailures.Unreadable.self) { try KnownFailures(entry) }
        #expect(error.description.hasPrefix("known.yaml:3:") && error.description.contains(words), "\(error)")
    }

    @Test func `do not hide our own faults, nor what the machine could not judge`() throws {
        let scenario = try Story().scenario
        let own = ScenarioResult(client: "test", scenario: scenario, .harnessError, reason: "a bug")
        #expect(RunOutcome(try reckon([own])) == .ownFault)
        #expect(RunOutcome(try reckon([result([("a.body", .inconclusive)])])) == .inconclusive)
        var flaky = try result([("a.body", .pass)])
        flaky.isFlaky = true
        #expect(RunOutcome(try reckon([flaky])) == .unexpected)
    }
}
