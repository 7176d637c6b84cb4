import Scenarios
import Testing
import YAML

/// Trouble at accept as the lint plays it.
@Suite struct AcceptPlayTests {
    private func file(_ connections: String, attempts: String = "", client: String) -> ScenarioFile {
        let yaml = """
            sluice: 1
            title: Somebody comes to the door
            why: A test wants it.
            origins: { main: { connections: [\(connections)] } }
            resources:
              /x:
                body: hello
                etag: none
                \(attempts)
            client:
            \(client)

            """
        return ScenarioFile(reading: Array(yaml.utf8), path: "door.yaml")
    }

    private func foresight(of file: ScenarioFile) throws -> Foresight {
        try #require(file.complaints.isEmpty, "\(file.complaints)")
        let scenario = try #require(file.scenarios.first)
        return try #require(Foresight(of: scenario, facts: BodyFacts()))
    }

    @Test func `a request that is cut at the door takes no attempt`() throws {
        let seen = try foresight(
            of: file(
                "{ cut: rst }", attempts: "attempts: [{ status: 503 }]",
                client: "  - { get: /x, as: a }\n  - await: a\n  - { get: /x, as: b }"))
        #expect(seen.requests == ["b": 1] && seen.attempts.count == 1)
        #expect(seen.steps.count == 1)
    }

    @Test func `a client that leaves at the door has asked for nothing`() throws {
        let seen = try foresight(
            of: file(
                "{ hold: door }",
                client: "  - { get: /x, as: a }\n  - await: door\n  - cancel: a\n  - { await: a, until: left }"))
        #expect(seen.resources.isEmpty && seen.gates == ["door"])
    }

    @Test func `a door that nobody opens keeps a transfer from ending`() throws {
        let complaints = file("{ hold: door }", client: "  - { get: /x, as: a }\n  - await: door").complaints
        #expect(complaints.map(\.message) == ["'a' cannot end"])
    }

    @Test func `trouble on a connection that nobody makes is told`() throws {
        let complaints = file(
            "{ pause: 1ms }, { hold: door }", client: "  - { get: /x, as: a }\n  - await: a\n  - { get: /x, as: b }"
        ).complaints
        #expect(complaints.map(\.message) == ["the gate 'door' is never reached"])
    }
}
