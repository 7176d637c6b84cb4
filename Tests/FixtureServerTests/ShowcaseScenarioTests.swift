import EventLoop
import FixtureServer
import HTTPMessages
import HTTPWire
import Scenarios
import TestSupport
import Testing

/// Scenarios as they are played below their paths on a server that shows everything.
@Suite(.timeLimit(.minutes(20))) struct ShowcaseScenarioTests {
    /// What a client sees of an answer that does not depend on where and when it was given.
    private struct Seen: Equatable {
        var status: Int
        var fields: HTTPFields
        var body: Octets
        var isWhole: Bool

        /// An age of the representation counts from the first answer, and so says when that was given.
        init(_ path: String, of url: String, hasAge: Bool) async throws {
            let response = try await WireClient(url).fetch(path)
            status = response.head.status
            fields = response.head.fields
            fields.remove("Date")
            if hasAge { fields.remove("Last-Modified") }
            // Each instance has a nonce of its own.
            if fields["WWW-Authenticate"]?.hasPrefix("Digest ") == true {
                fields.set("WWW-Authenticate", "Digest")
            }
            body = Octets(response.body)
            isWhole = response.completeness?.isComplete ?? false
        }
    }

    @Test func `every scenario that shares a port is answered there as on its own`() async throws {
        let scenarios = try ScenarioCatalog.located(besides: nil).load(matching: [])
        let played = try await showing(speed: 1000) { instance, server in
            var played = 0
            for scenario in scenarios where !scenario.neverEnds {
                let paths = scenario.resources.map { $0.path.path.replacing("*", with: "1") }
                let first = try await instance.ask("/s/\(scenario.id)/none")
                guard scenario.origins.count == 1, first.head.status == 404 else {
                    #expect(
                        first.head.status == 501 && first.text.contains("fixture-server --scenario \(scenario.id)\n"))
                    continue
                }
                let own = try await server.start(scenario)
                for path in paths {
                    let alone = try await Seen(path, of: own.url, hasAge: scenario.hasAge)
                    let shared = try await Seen("/s/\(scenario.id)\(path)", of: instance.url, hasAge: scenario.hasAge)
                    #expect(shared == alone, "\(scenario.id) \(path)")
                }
                await own.end()
                played += 1
            }
            let journal = await instance.end()
            #expect(journal.exchanges.allSatisfy { $0.reason != .left && $0.reason != .failed })
            return played
        }
        #expect(played >= 30)
    }

    private static let counting = """
        resources:
          /x: { body: later, attempts: [{ status: 503, body: first }] }
          /y: { body: later, attempts: [{ status: 503, body: first }] }
        """

    @Test func `attempts of one scenario are used up by nobody else, and DELETE begins it anew`() async throws {
        let folder = try ShowcaseFolder([
            "Scenarios/a.yaml": Self.counting, "Scenarios/b.yaml": Self.counting,
            "Scenarios/m.yaml": "matrix: { n: [1, 2] }\nresources:\n  /x: { body: n$(n), attempts: [{ status: 503 }] }",
        ])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            func status(_ path: String) async throws -> Int { try await instance.ask(path).head.status }
            #expect(try await status("/s/a/x") == 503)
            #expect(try await status("/s/a/x") == 200)
            for path in ["/s/b/x", "/s/a/y", "/s/m/1/x", "/s/m/2/x"] {
                #expect(try await status(path) == 503, "\(path)")
            }
            #expect(try await instance.ask("/s/m/2/x").text == "n2")
            let reset = try await instance.ask("/s/a", method: .delete)
            #expect(reset.head.status == 200 && reset.text.contains("a begins anew"))
            #expect(try await status("/s/a/x") == 503)
            for path in ["/s/b/x", "/s/m/1/x"] { #expect(try await status(path) == 200, "\(path)") }
            let attempts = await instance.end().exchanges.filter { $0.path == "/s/a/x" }.map(\.attempt)
            #expect(attempts == [0, nil, 0])
        }
    }

    @Test func `a file is read again when its scenario begins anew`() async throws {
        let folder = try ShowcaseFolder(["Scenarios/a.yaml": "resources: { /x: { body: old } }"])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            #expect(try await instance.ask("/s/a/x").text == "old")
            try folder.write("resources: { /x: { body: new }, /z: { body: more } }", to: "Scenarios/a.yaml")
            #expect(try await instance.ask("/s/a/x").text == "old")
            _ = try await instance.ask("/s/a/", method: .delete)
            #expect(try await instance.ask("/s/a/x").text == "new")
            #expect(try await instance.ask("/s/a/z").text == "more")
        }
    }

    @Test func `addresses that a scenario sends lead back into it`() async throws {
        let folder = try ShowcaseFolder([
            "Scenarios/in/a.yaml": """
            resources:
              /a: { status: 302, body: "see $(url)/b at $(host)", fields: [Location: $(url)/b] }
              /b: { body: arrived }
            """
        ])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            let first = try await instance.ask("/s/in/a/a")
            #expect(first["Location"] == instance.url + "/s/in/a/b")
            #expect(first.text == "see \(instance.url)/s/in/a/b at \(instance.url.dropFirst(7))")
            let target = try #require(first["Location"]).dropFirst(instance.url.count)
            #expect(try await instance.ask(String(target)).text == "arrived")
        }
    }

    @Test func `patterns below a star are those of the scenario's own paths`() async throws {
        let folder = try ShowcaseFolder(["Scenarios/a.yaml": "resources: { /track/*: { body: { pattern: 1000B } } }"])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            let seed = PatternStream.seed(path: "/track/7")
            let expected = PatternStream(seed: seed).bytes(from: 0, count: 1000)
            let body = try await instance.ask("/s/a/track/7").body
            #expect(Octets(body) == Octets(expected))
        }
    }

    @Test(arguments: [
        ("origins: { other: {} }\nresources: { /a: { body: a }, //other/b: { body: b } }", "2 origins"),
        ("resources: { /a: { status: 302, fields: [Location: /b] }, /b: { body: b } }", "Location: /b"),
        ("resources: { /d/a: { status: 302, fields: [Location: ../b] }, /b: { body: b } }", "Location: ../b"),
        ("resources: { /a: { body: a, fields: [Set-Cookie: \"c=1; Path=/a\"] } }", "Set-Cookie"),
        ("origins: { main: { host: localhost } }\nresources: { /a: { body: a } }", "localhost"),
    ])
    func `what cannot share a port is refused with the reason, on its page and on the front page too`(
        yaml: String, reason: String
    ) async throws {
        let folder = try ShowcaseFolder([
            "Scenarios/a.yaml": yaml, "Scenarios/b.yaml": "resources: { /a: { body: b } }",
        ])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            let refused = try await instance.ask("/s/a/a")
            #expect(refused.head.status == 501 && refused.text.contains(reason))
            for path in ["/", "/s/a"] {
                let page = try await instance.ask(path)
                #expect(page.head.status == 200 && page.text.contains(reason))
                for text in [page.text, refused.text] {
                    #expect(text.contains("    fixture-server --scenario a\n"))
                    #expect(!text.contains("curl -O http://test/s/a/"))
                }
            }
            #expect(try await instance.ask("/s/b/a").text == "b")
        }
    }

    @Test(arguments: [
        "Location: b", "Location: //elsewhere.test/", "Location: http://elsewhere.test/", "Set-Cookie: c=1",
    ])
    func `what leads nowhere wrong is played`(field: String) async throws {
        let folder = try ShowcaseFolder(["Scenarios/a.yaml": "resources: { /a: { body: a, fields: [\(field)] } }"])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            let response = try await instance.ask("/s/a/a")
            #expect(response.head.status == 200 && response.head.fields.contains { "\($0)" == field })
        }
    }

    @Test func `gates that hold have the scenario's id in front, and shut when it begins anew`() async throws {
        let folder = try ShowcaseFolder([
            "Scenarios/a.yaml": "resources: { /x: { body: hello, script: [{ at: 2B, hold: door }] } }",
            "Scenarios/b.yaml": "resources: { /x: { body: hello, script: [{ at: 2B, hold: door }] } }",
        ])
        defer { folder.remove() }
        try await showing(folder, gates: .shut) { instance, _ in
            func hold(_ path: String) async throws -> WireClient {
                let client = try await WireClient(instance.url)
                try await client.get(path)
                return client
            }
            let held = try await hold("/s/a/x")
            _ = try #require(await instance.wait(limit: .ample) { $0.isHold("a/door") })
            await instance.open("a/door")
            #expect(await held.response().text == "hello")
            #expect(try await instance.ask("/s/a/x").text == "hello")
            _ = try await hold("/s/b/x")
            _ = try #require(await instance.wait(limit: .ample) { $0.isHold("b/door") })
            _ = try await instance.ask("/s/a", method: .delete)
            let again = try await hold("/s/a/x")
            let before = await instance.journal().exchanges.count
            #expect(
                await instance.wait(limit: .ample) { $0.exchange?.number == before && $0.isHold("a/door") } != nil
            )
            #expect(await instance.held("a/door").count == 1)
            await instance.open("a/door")
            #expect(await again.response().text == "hello")
        }
    }

    @Test func `a file with something wrong in it is said on the front page, and can be mended meanwhile`() async throws
    {
        let folder = try ShowcaseFolder([
            "Scenarios/a.yaml": "resources: { /x: { bdy: a } }", "Scenarios/b.yaml": "resources: { /x: { body: b } }",
        ])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            for (path, status) in [("/", 200), ("/s/a/x", 500), ("/s/a", 500)] {
                let page = try await instance.ask(path)
                #expect(page.head.status == status && page.text.contains("'bdy'") && page.text.contains("a.yaml:4:"))
            }
            #expect(try await instance.ask("/s/b/x").text == "b")
            try folder.write("resources: { /x: { body: a } }", to: "Scenarios/a.yaml")
            #expect(try await instance.ask("/s/a/x").text == "a")
        }
    }
}

extension JournalEvent {
    /// Whether an exchange came to this gate.
    fileprivate func isHold(_ name: String) -> Bool {
        if case .held(let gate, _, _) = kind { gate == name } else { false }
    }
}

extension Scenario {
    /// Whether some answer is held for good.
    fileprivate var neverEnds: Bool {
        answers.contains { answer in
            // Of much that cannot be read a client has had enough before its end; it leaves a pause behind everything, too.
            answer.body.isEndless || (answer.raw.map { $0.knownLength ?? .max > 65_536 } ?? false)
                || answer.script.contains { step in
                    if case .pause = step.action, step.position == .done { return true }
                    return step.action == .hold(gate: Step.forever)
                }
        }
    }

    /// Whether some answer changed so long before the instance's first one.
    fileprivate var hasAge: Bool {
        answers.contains { if case .age = $0.modified { true } else { false } }
    }

    private var answers: [Answer] { resources.flatMap { [$0.answer] + $0.attempts.map(\.answer) } }
}
