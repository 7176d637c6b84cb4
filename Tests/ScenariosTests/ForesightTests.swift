import Fixtures
import Scenarios
import Testing

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

    @Test func `without the fixture's length nothing is foreseen`() throws {
        let scenario = try ScenarioCatalog.located(besides: nil).load("slow-chunks")
        #expect(Foresight(of: scenario, facts: BodyFacts()) == nil)
    }
}
