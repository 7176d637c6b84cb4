import FixtureServer
import HTTPMessages
import Testing

/// Gates over the control API: who waits, and who may pass.
@Suite(.timeLimit(.minutes(5))) struct ControlGateTests {
    struct Gate: Decodable, Equatable {
        struct Waiting: Decodable, Equatable {
            var exchange: Int
            var connection: Int
            var offset: Int?
        }
        var gate: String
        var open: Bool
        var reached: Int
        var waiting: [Waiting]
    }

    @Test func `the longest waiting goes first, and for ever means all that come`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held"}"#)
            var clients: [WireClient] = []
            for count in 1...3 {
                clients.append(try await WireClient(made.url))
                try await clients[count - 1].get("/x")
                let answer = try await api.ask("GET", "/instances/\(made.id)/wait?reached=gate&count=\(count)")
                #expect(answer.head.status == 200)
            }
            let path = "/instances/\(made.id)/gates/gate"
            let before: Gate = try await api.ask("GET", path).value()
            let waiting = (1...3).map { Gate.Waiting(exchange: $0, connection: $0, offset: 2) }
            #expect(before == Gate(gate: "gate", open: false, reached: 3, waiting: waiting))
            let after: Gate = try await api.ask("POST", path, #"{"count":2}"#).value()
            #expect(after == Gate(gate: "gate", open: false, reached: 3, waiting: [waiting[2]]))
            #expect(await clients[0].response().text == "hello")
            #expect(await clients[1].response().text == "hello")
            struct All: Decodable { var gates: [Gate] }
            let all: All = try await api.ask("GET", "/instances/\(made.id)/gates").value()
            #expect(all.gates == [after])
            // Without a content it is opened for ever, too.
            let end: Gate = try await api.ask("POST", path, "").value()
            #expect(end == Gate(gate: "gate", open: true, reached: 3, waiting: []))
            #expect(await clients[2].response().text == "hello")
            #expect(try await WireClient(made.url).fetch("/x").text == "hello")
        }
    }

    @Test func `a gate on the shared port is known before anybody asked for its scenario`() async throws {
        try await controlling(gates: .shut) { api in
            for gate in ["held/gate", "held%2Fgate"] {
                let shown: Gate = try await api.ask("GET", "/instances/default/gates/\(gate)").value()
                #expect(shown.gate == "held/gate" && !shown.open)
            }
            _ = try await api.ask("POST", "/instances/default/gates/held/gate", "{}")
            #expect(try await api.home.ask("/s/held/x").text == "hello")
        }
    }

    @Test func `gates may open as they are reached`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held","gates":"open"}"#)
            #expect(made.gates == "open")
            #expect(try await WireClient(made.url).fetch("/x").text == "hello")
        }
    }
}
