import FixtureServer
import HTTPMessages
import Scenarios
import Testing

/// Which request takes which attempt.
@Suite(.timeLimit(.minutes(5))) struct AttemptTests {
    private func attempt(_ text: String, _ condition: Condition = Condition(), times: Attempt.Times = .count(1))
        -> Attempt
    {
        Attempt(
            answer: Answer(body: .text(Template(text))), condition: condition, times: times, location: here)
    }

    private func bodies(_ attempts: [Attempt], _ requests: [(HTTPMethod, String, [String])]) async throws -> [String] {
        try await playing(.of(Answer(body: .text("resource")), attempts: attempts)) { instance in
            let client = try await WireClient(instance.url)
            var bodies: [String] = []
            for (method, target, fields) in requests {
                let response = try await client.fetch(target, method: method, fields)
                bodies.append(String(decoding: response.body, as: UTF8.self))
            }
            let records = await instance.end().exchanges
            #expect(records.map(\.occurrence) == Array(1...requests.count))
            for (record, body) in zip(records, bodies) where body == "resource" { #expect(record.attempt == nil) }
            return bodies
        }
    }

    @Test func `attempts are used up in order, then the resource answers`() async throws {
        let get = (HTTPMethod.get, "/x", [String]())
        #expect(
            try await bodies([attempt("one"), attempt("two", times: .count(2))], [get, get, get, get])
                == ["one", "two", "two", "resource"])
    }

    @Test func `a condition that does not hold leaves the attempt for a later request`() async throws {
        let plain = (HTTPMethod.get, "/x", [String]())
        let ranged = (HTTPMethod.get, "/x", ["Range: bytes=0-"])
        #expect(
            try await bodies(
                [attempt("ranged", Condition(rangePresent: true)), attempt("any")], [plain, ranged, plain])
                == ["any", "ranged", "resource"])
    }

    @Test func `an attempt that is never used up answers always`() async throws {
        let posts = Condition(methods: ["POST"])
        let requests: [(HTTPMethod, String, [String])] = [
            (.post, "/x", ["Content-Length: 0"]), (.get, "/x", []), (.post, "/x", ["Content-Length: 0"]),
        ]
        #expect(
            try await bodies([attempt("posted", posts, times: .always)], requests) == ["posted", "resource", "posted"])
    }

    @Test(arguments: [
        (Condition(rangePresent: false), "/x", ["Range: bytes=0-"], false),
        (Condition(connectionReused: false), "/x", [], true), (Condition(connectionReused: true), "/x", [], false),
        (Condition(query: [Condition.Parameter(name: "a b", value: "1")]), "/x?z=2&a%20b=1", [], true),
        (Condition(query: [Condition.Parameter(name: "a", value: "1")]), "/x?a=2", [], false),
        (Condition(fields: [FieldLine(name: "x-a", value: "1")]), "/x", ["X-A: 1"], true),
        (Condition(fields: [FieldLine(name: "x-a", value: "1")]), "/x", ["X-A: 2"], false),
        (Condition(lacks: ["cookie"]), "/x", ["Cookie: a=b"], false), (Condition(lacks: ["cookie"]), "/x", [], true),
    ])
    func `every condition is held against the request`(
        condition: Condition, target: String, fields: [String], holds: Bool
    ) async throws {
        #expect(
            try await bodies([attempt("taken", condition)], [(.get, target, fields)]) == [holds ? "taken" : "resource"])
    }

    @Test func `below a star each path has attempts and counts of its own`() async throws {
        var scenario = Scenario.of(Answer(body: .text("later")), attempts: [attempt("first")])
        scenario.resources[0].path = ResourcePath(path: "/t/*")
        scenario.resources.append(
            Resource(path: ResourcePath(path: "/t/exact"), answer: Answer(body: .text("exact")), location: here))
        try await playing(scenario) { instance in
            let client = try await WireClient(instance.url)
            var bodies: [String] = []
            for path in ["/t/1", "/t/2", "/t/1", "/t/exact", "/t/", "/t/a/b"] {
                bodies.append(String(decoding: try await client.fetch(path).body, as: UTF8.self))
            }
            #expect(bodies[..<4].elementsEqual(["first", "first", "later", "exact"]))
            let records = await instance.end().exchanges
            #expect(records.map(\.resource) == ["/t/*", "/t/*", "/t/*", "/t/exact", nil, nil])
            #expect(records.prefix(3).map(\.occurrence) == [1, 1, 2])
        }
    }

    @Test func `attempts that nobody took are told`() async throws {
        try await playing(.of(Answer(), attempts: [attempt("one"), attempt("two")])) { instance in
            _ = try await WireClient(instance.url).fetch("/x")
            #expect(await instance.end().attemptsUnused == ["/x": [1]])
        }
    }
}
