import FixtureServer
import HTTPMessages
import TestSupport
import Testing

/// Instances over the control API: made, shown, reset, ended, and nothing in common.
@Suite(.timeLimit(.minutes(5))) struct ControlInstanceTests {
    @Test func `one is made, shown and ended`() async throws {
        try await controlling { api in
            let made = try await api.ask("POST", "/instances", #"{"scenario":"held","seed":7,"speed":2}"#)
            let shown: Controlled.Shown = try made.value()
            #expect(made.head.status == 201 && made["Location"] == "/_sluice/instances/\(shown.id)")
            #expect(shown.scenario == "held" && shown.seed == 7 && shown.speed == 2 && shown.gates == "shut")
            #expect(shown.state == "running" && shown.url != api.home.url && shown.expiresIn ?? 0 > 0)
            let same: Controlled.Shown = try await api.ask("GET", "/instances/\(shown.id)").value()
            #expect(same.id == shown.id && same.url == shown.url)
            struct All: Decodable { var instances: [Controlled.Shown] }
            let all: All = try await api.ask("GET", "/instances").value()
            #expect(all.instances.map(\.id) == [api.home.id, shown.id])
            #expect(all.instances[0].expiresIn == nil)
            let client = try await WireClient(shown.url)
            let ended = try await api.ask("DELETE", "/instances/\(shown.id)")
            #expect(ended.head.status == 204 && ended.body.isEmpty)
            #expect(await client.receiveAll() != nil)
            await #expect(throws: (any Error).self) { try await WireClient(shown.url) }
            let after: Controlled.Shown = try await api.ask("GET", "/instances/\(shown.id)").value()
            #expect(after.state == "ended")
            #expect(try await api.ask("POST", "/instances/\(shown.id)/reset", "{}").problem == "gone")
        }
    }

    @Test func `two of one scenario share neither attempts nor gates nor journal`() async throws {
        try await controlling { api in
            let (one, two) = (
                try await api.make(#"{"scenario":"twice"}"#), try await api.make(#"{"scenario":"twice"}"#)
            )
            #expect(try await WireClient(one.url).fetch("/x").text == "first")
            #expect(try await WireClient(one.url).fetch("/x").text == "later")
            #expect(try await WireClient(two.url).fetch("/x").text == "first")
            let count = try await api.ask("GET", "/instances/\(two.id)").value(Controlled.Shown.self).exchanges
            #expect(count == 1)

            let held = [try await api.make(#"{"scenario":"held"}"#), try await api.make(#"{"scenario":"held"}"#)]
            _ = try await api.ask("POST", "/instances/\(held[0].id)/gates/gate", "{}")
            #expect(try await WireClient(held[0].url).fetch("/x").text == "hello")
            let client = try await WireClient(held[1].url)
            try await client.get("/x")
            struct Gate: Decodable { var open: Bool }
            _ = try await api.ask("GET", "/instances/\(held[1].id)/wait?reached=gate")
            #expect(try await api.ask("GET", "/instances/\(held[1].id)/gates/gate").value(Gate.self).open == false)
        }
    }

    @Test func `an instance that nobody uses expires`() async throws {
        try await controlling { api in
            let unused = try await api.make(#"{"scenario":"held","idleTime":0.05}"#)
            let handle = try #require(api.started.entries.last)
            #expect(handle.id == unused.id)
            #expect(await handle.wait(limit: .ample) { $0.kind.isFinish } != nil)
            #expect(try await api.ask("GET", "/instances/\(unused.id)").value(Controlled.Shown.self).state == "ended")
        }
    }

    @Test func `an exchange that is held, or a wait, keeps an instance alive`() async throws {
        try await controlling { api in
            struct All: Decodable { var instances: [Controlled.Shown] }
            func left() async throws -> [Double] {
                try await api.ask("GET", "/instances").value(All.self).instances.compactMap(\.expiresIn)
            }
            let made = try await api.make(#"{"scenario":"held","idleTime":500}"#)
            _ = try await api.make(#"{"scenario":"held","idleTime":500}"#)
            let client = try await WireClient(made.url)
            try await client.get("/x")
            _ = try await api.ask("GET", "/instances/\(made.id)/wait?reached=gate")
            let held = try await left()
            #expect(held[0] == 500 && held[1] < 500)
            _ = try await api.ask("POST", "/instances/\(made.id)/gates/gate", "{}")
            #expect(await client.response().text == "hello")
            _ = try await api.ask("GET", "/instances/\(made.id)/wait?ended=1")
            #expect(try await left()[0] < 500)
        }
    }

    @Test func `a reset begins anew on the same port, and the old connections are over`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"twice"}"#)
            let client = try await WireClient(made.url)
            #expect(try await client.fetch("/x").text == "first")
            let reset: Controlled.Shown = try await api.ask("POST", "/instances/\(made.id)/reset", "{}").value()
            #expect(reset.url == made.url && reset.exchanges == 0 && reset.connections == 0)
            #expect(await client.receiveAll() != nil)
            #expect(try await WireClient(made.url).fetch("/x").text == "first")
            #expect(api.started.entries.map(\.id) == [api.home.id, made.id, made.id])
            #expect(await api.started.entries[1].wait(limit: .ample) { $0.kind.isFinish } != nil)
            #expect(await api.started.entries[2].journal().exchanges.count == 1)
        }
    }

    @Test func `the default instance is reset over itself, and never deleted`() async throws {
        try await controlling { api in
            #expect(try await api.home.ask("/s/twice/x").text == "first")
            let client = try await WireClient(api.home.url)
            #expect(try await client.ask("DELETE", "/instances/default").problem == "not-possible")
            let reset = try await client.ask("POST", "/instances/default/reset", "{}")
            #expect(reset.head.status == 200 && reset["Connection"] == "close")
            #expect(try await api.home.ask("/s/twice/x").text == "first")
            #expect(try await api.home.ask("/s/twice/x").text == "later")
        }
    }

    @Test func `there are only so many at a time`() async throws {
        try await controlling(mostInstances: 2) { api in
            let first = try await api.make(#"{"scenario":"held"}"#)
            _ = try await api.make(#"{"scenario":"held"}"#)
            #expect(try await api.ask("POST", "/instances", #"{"scenario":"held"}"#).problem == "too-many-instances")
            _ = try await api.ask("DELETE", "/instances/\(first.id)")
            #expect(try await api.ask("POST", "/instances", #"{"scenario":"held"}"#).head.status == 201)
        }
    }

    @Test(
        arguments: [
            ("POST", "/instances", #"{"scenario":"hled"}"#, 422, "held"),
            ("POST", "/instances", #"{"scenario":"held","spede":2}"#, 400, "speed"),
            ("POST", "/instances", #"{"scenario":"faulty"}"#, 422, nil),
            ("POST", "/instances", #"{"seed":1}"#, 400, nil),
            ("POST", "/instances", #"{"scenario":"held","speed":0}"#, 400, nil),
            ("POST", "/instances", #"{"scenario":"held","idleTime":-1}"#, 400, nil),
            ("POST", "/instances", #"{"scenario":"held""#, 400, nil),
            ("POST", "/instances", "{\"scenario\":\"" + String(repeating: "x", count: 1000) + "\"}", 413, nil),
            ("GET", "/instances/defalt", nil, 404, "default"),
            ("GET", "/instances/default/gats", nil, 404, "/_sluice/instances/default/gates"),
            ("GET", "/instances/default/events?form=1", nil, 400, "from"),
            ("GET", "/instances/default/events?from=-1", nil, 400, nil),
            ("GET", "/instances/default/gates/held/gtae", nil, 404, "held/gate"),
            ("GET", "/instances/default/wait", nil, 400, nil),
            ("GET", "/instances/default/wait?ended=1&closed=all", nil, 400, nil),
            ("GET", "/instances/default/wait?ended=1&limit=1d", nil, 400, nil),
            ("GET", "/instances/default/wait?ended=1&limit=11min", nil, 400, nil),
            ("POST", "/instances/default/gates/held/gate", #"{"count":0}"#, 400, nil),
            ("POST", "/instances/default/gates/forever", "{}", 409, nil),
            ("PUT", "/instances/default/reset", "{}", 405, nil),
        ] as [(HTTPMethod, String, String?, Int, String?)])
    func `what cannot be is a problem that says what was meant`(
        method: HTTPMethod, path: String, json: String?, status: Int, meant: String?
    ) async throws {
        try await controlling { api in
            let answer = try await api.ask(method, path, json)
            #expect(answer.head.status == status && answer.problem != nil, "\(answer.head.status) \(answer.text)")
            let told: Controlled.Told = try answer.value()
            #expect(told.meant == meant, "\(told.detail)")
            #expect(meant.map { told.detail.contains("'\($0)'?") } ?? true)
        }
    }

    @Test func `a scenario with a resource where the control API is does not start`() async throws {
        let path = "resources: { /_sluice/x: { body: hello } }"
        try await controlling(["Scenarios/there.yaml": path]) { api in
            // On a port of its own nothing is special.
            let made = try await api.make(#"{"scenario":"there"}"#)
            #expect(try await WireClient(made.url).fetch("/_sluice/x").text == "hello")
            let scenario = try #require(api.started.entries.last).scenario
            await #expect(throws: FixtureServerError.self) { try await api.server.start(scenario) }
        }
    }

    @Test func `nothing of the control API is in the journal, and plain requests are`() async throws {
        try await controlling { api in
            let client = try await WireClient(api.home.url)
            _ = try await client.ask("GET", "/instances")
            _ = try await client.fetch("/s/twice/x")
            let journal = await api.home.journal()
            #expect(journal.exchanges.map(\.path) == ["/s/twice/x"])
            #expect(journal.connections.map(\.isControl) == [true])
        }
    }
}

extension JournalEvent.Kind {
    /// Whether nothing follows.
    var isFinish: Bool { if case .finished = self { true } else { false } }
}
