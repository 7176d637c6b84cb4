import Fixtures
import Foundation
import Scenarios
import Testing
import YAML

/// Scenarios in words, and as files with their matrix resolved.
@Suite struct ExplanationTests {
    private static let catalog = Result { try ScenarioCatalog.located(besides: nil) }
    private static let library = Result { FixtureLibrary(root: try FixtureRoot.located(besides: nil)) }

    private func explain(_ yaml: String) throws -> [String] {
        let text = "sluice: 1\ntitle: A title\nwhy: A reason\n" + yaml + "\n"
        let library = try Self.library.get()
        let file = ScenarioFile(reading: Array(text.utf8), path: "f.yaml", fixtures: library)
        #expect(file.complaints == [])
        let scenario = try #require(file.scenarios.first)
        let lines = Explanation(of: scenario, facts: BodyFacts(fixtures: library)).lines
        #expect(lines.prefix(5) == ["f", "A title", "A reason", "", "The server has:"])
        return Array(lines.dropFirst(5))
    }

    @Test func `a server without a client is what it has`() throws {
        let lines = try explain(
            """
            resources:
              /x: { body: hello, framing: chunked, pace: 2B@20ms, fields: [X-A: b], drop: ETag, script: [{ at: 60%, cut: rst }] }
              /gone: { status: 410, body: { pattern: 1KiB }, pace: 1KiB..2KiB@1ms..2ms, framing: until-close }
            """)
        #expect(
            lines == [
                "  /x: status 200; 5 bytes; chunked, without Content-Length; 2 B every 20 ms; X-A: b; no ETag",
                "    at 60% (byte 3): resets the connection (RST)",
                "  /gone: status 410; 1024 bytes; until the connection closes, without Content-Length; "
                    + "1024 to 2048 B every 1 ms to 2 ms",
                "", "No client is described: whoever asks gets this.",
            ])
    }

    @Test func `the story is told in the order of the play`() throws {
        let lines = try explain(
            """
            resources:
              /x:
                body: hello
                attempts: [{ script: [{ at: 2B, hold: gate }, { at: 3B, pause: 1ms }, { at: 4B, cut: fin }] }]
            client:
              - { download: /x, as: first }
              - await: gate
              - open: gate
              - await: first
              - { get: /x, as: second }
            """)
        #expect(
            lines == [
                "  /x:", "    attempt 1, once: status 200; 5 bytes; Content-Length",
                "      at 2B (byte 2): holds until the gate 'gate' is opened", "      at 3B (byte 3): waits 1 ms",
                "      at 4B (byte 4): ends the connection in order (FIN)",
                "    otherwise: status 200; 5 bytes; Content-Length", "",
                "What then happens, if server and client do everything right:", "  first downloads /x",
                "    first: GET /x, attempt 1 answers", "    first: status 200, Content-Length: 5",
                "    first: the server holds until the gate 'gate' is opened, at 2B (byte 2)",
                "  the client has everything in front of the gate 'gate'", "  the gate 'gate' is opened",
                "    first: the server waits 1 ms, at 3B (byte 3)",
                "    first: the server ends the connection in order (FIN), at 4B (byte 4)", "    first: has failed",
                "  first has reported its end", "  second loads /x", "    second: GET /x",
                "    second: status 200, Content-Length: 5", "    second: is complete",
            ])
    }

    @Test func `every shipped scenario is explained, to the end of every transfer`() throws {
        let library = try Self.library.get()
        let facts = BodyFacts(fixtures: library)
        let scenarios = try Self.catalog.get().load(matching: [], fixtures: library)
        #expect(scenarios.count > 150)
        for scenario in scenarios {
            let lines = Explanation(of: scenario, facts: facts).lines
            #expect(lines[0] == scenario.id && lines.contains("The server has:"))
            guard !scenario.lane.isEmpty else { continue }
            let story = lines.drop { !$0.hasPrefix("What then happens") }.dropFirst()
            let steps = story.filter { !$0.hasPrefix("    ") }
            #expect(steps.count == scenario.lane.count, "\(scenario.id)")
            #expect(story.contains { $0.contains(": is ") || $0.contains(": has ") }, "\(scenario.id)")
        }
    }

    @Test func `every shipped scenario is shown as a file that says the same`() throws {
        let library = try Self.library.get()
        let scenarios = try Self.catalog.get().load(matching: [], fixtures: library)
        for scenario in scenarios {
            let text = try ScenarioCatalog.resolved(scenario)
            #expect(!text.contains("matrix:"))
            let file = ScenarioFile(reading: Array(text.utf8), path: scenario.file, fixtures: library)
            let shown = try #require(file.scenarios.first, "\(scenario.id)")
            // "Unused" is judged over all combinations, so one alone may have what it does not use.
            let others = file.complaints.map(\.message).filter { !Self.isOfUse($0) }
            #expect(file.scenarios.count == 1 && others == [], "\(scenario.id)")
            #expect(shown.title == scenario.title && shown.why == scenario.why && shown.tags == scenario.tags)
            #expect(shown.lane.map(\.verb) == scenario.lane.map(\.verb), "\(scenario.id)")
            #expect(shown.resources.map(\.answer).map(\.placeless) == scenario.resources.map(\.answer).map(\.placeless))
            #expect(
                shown.resources.flatMap(\.attempts).map(\.answer.placeless)
                    == scenario.resources.flatMap(\.attempts).map(\.answer.placeless))
            #expect(shown.checks.map(\.expectation) == scenario.checks.map(\.expectation))
        }
    }

    private static func isOfUse(_ message: String) -> Bool {
        ["never requested", "no request takes", "never reached", "never awaited"].contains { message.contains($0) }
    }
}

extension Answer {
    /// The answer with every step at the same place.
    fileprivate var placeless: Answer {
        var answer = self
        for index in answer.script.indices {
            answer.script[index].location = FileLocation(file: "", line: 1, column: 1)
        }
        return answer
    }
}
