import Fixtures
import Scenarios
import Testing
import YAML

/// What shipped scenarios come to with a client that does everything right.
@Suite struct ForesightTests {
    private func foresight(of id: String) throws -> (Scenario, Foresight) {
        let fixtures = try FixtureLibrary(root: FixtureRoot.located(besides: nil))
        let scenario = try ScenarioCatalog.located(besides: nil).load(id, fixtures: fixtures)
        return (scenario, try #require(Foresight(of: scenario, facts: BodyFacts(fixtures: fixtures))))
    }

    @Test(arguments: ["length", "chunked", "until-close"])
    func `a download that is reset is asked for twice, and the cut is met once`(framing: String) throws {
        let (scenario, seen) = try foresight(of: "resume/after-reset/\(framing)")
        #expect(seen.requests == ["before": 1, "after": 1])
        #expect(seen.gates == ["tunnel"])
        #expect(seen.awaited == ["tunnel"])
        #expect(seen.attempts == Set(scenario.resources[0].attempts.map(\.location)))
        #expect(seen.steps == Set(scenario.resources[0].attempts[0].answer.script.map(\.location)))
    }

    @Test(arguments: [("honest", 1), ("smaller", 1), ("blind", 2), ("blind-larger", 2), ("blind-smaller", 2)])
    func `a changed file costs a fresh request where the server is blind`(server: String, requests: Int) throws {
        let (_, seen) = try foresight(of: "resume/changed/\(server)")
        #expect(seen.requests == ["old": 1, "new": requests])
    }

    @Test(arguments: ["request", "head", "head-20B", "body", "1B", "50-", "-1B", "end"])
    func `every place of a hold is reached`(place: String) throws {
        #expect(try foresight(of: "cancel/held/\(place)").1.gates == ["here"])
    }

    /// What a scenario with one gate behind the head comes to.
    private func foresight(session: String, answer: String, client: String) throws -> Foresight {
        let yaml = """
            sluice: 1
            title: A gate in the middle
            why: It shows whether the answer is given.
            session: { \(session) }
            resources:
              /x: { body: { pattern: 1KiB }, \(answer), script: [{ at: 50%, hold: inside }] }
            client:
              - { get: /x, as: x\(client) }

            """
        let file = ScenarioFile(reading: Array(yaml.utf8), path: "gate.yaml")
        let scenario = try #require(file.scenarios.first, "\(file.complaints)")
        return try #require(Foresight(of: scenario, facts: BodyFacts()))
    }

    @Test(arguments: [
        ("basic", "credentials: u:p", "", 2, true), ("digest", "credentials: u:p", "", 2, true),
        ("basic", "credentials: u:q", "", 2, false), ("digest", "credentials: u:q", "", 2, false),
        ("basic", "", "", 1, false), ("basic", "", ", fields: [Authorization: Basic dTpw]", 1, true),
        ("digest", "", ", fields: [Authorization: Basic dTpw]", 1, false),
        ("basic", "", ", fields: [Authorization: Basic dTpx]", 1, false),
    ])
    func `credentials are tried once, and only right ones come in`(
        scheme: String, session: String, client: String, requests: Int, isInside: Bool
    ) throws {
        let seen = try foresight(session: session, answer: "auth: { \(scheme): u:p }", client: client)
        #expect(seen.requests == ["x": requests])
        #expect(seen.gates.contains("inside") == isInside)
    }

    @Test(arguments: [
        ("gzip", "", true), ("{ gzip: truncated }", "", true), ("gzip", ", fields: [Accept-Encoding: identity]", true),
        ("gzip", ", fields: [Accept-Encoding: identity;q=0]", false),
        ("gzip", ", fields: [Range: bytes=600-]", false), ("{ gzip: forced }", ", fields: [Range: bytes=600-]", true),
    ])
    func `the body is met as it was before its coding, and a coded one has no ranges`(
        encoding: String, client: String, isInside: Bool
    ) throws {
        let seen = try foresight(session: "", answer: "encoding: \(encoding)", client: client)
        #expect(seen.gates.contains("inside") == isInside)
    }

    @Test func `a body that never ends is ended by a cancel, and by nothing else`() {
        func complaints(_ lane: String) -> [String] {
            let yaml = """
                sluice: 1
                title: A station plays
                why: A test wants it.
                resources: { /radio: { body: { pattern: endless }, framing: chunked } }
                client:
                  - { get: /radio, as: radio }
                \(lane)

                """
            return ScenarioFile(reading: Array(yaml.utf8), path: "radio.yaml").complaints.map(\.message)
        }
        #expect(complaints("  - { await: radio, until: 1MiB }\n  - cancel: radio") == [])
        #expect(complaints("") == ["'radio' cannot end"])
    }

    @Test func `without the fixture's length nothing is foreseen`() throws {
        let scenario = try ScenarioCatalog.located(besides: nil).load("slow-chunks")
        #expect(Foresight(of: scenario, facts: BodyFacts()) == nil)
    }
}
