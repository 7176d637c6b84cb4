import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import HTTPWire
import TestSupport
import Testing

/// The journal over the control API: whole, as lines, and as something to wait for.
@Suite(.timeLimit(.minutes(5))) struct ControlEventsTests {
    private func lines(_ response: WireClient.Response) throws -> [JournalLine] {
        #expect(response["Content-Type"] == "application/x-ndjson" && response.completeness == .complete)
        #expect(response.body.isEmpty || response.body.last == 0x0A)
        return try response.body.split(separator: 0x0A).map {
            try JSONDecoder().decode(JournalLine.self, from: Data($0))
        }
    }

    @Test func `the lines are the events, and can be had from any on`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"twice"}"#)
            let client = try await WireClient(made.url)
            _ = try await client.fetch("/x", ["Sluice-Transfer: t"])
            _ = try await client.fetch("/y")
            await client.reset()
            _ = try await api.ask("GET", "/instances/\(made.id)/wait?closed=1")
            let all = try lines(try await api.ask("GET", "/instances/\(made.id)/events"))
            let handle = try #require(api.started.entries.last)
            await handle.end()
            let events = await Array(handle.events).dropLast()
            #expect(all.map(\.event.description) == events.map(\.description))
            #expect(all.count == events.count && all.allSatisfy { $0.instance == made.id })
            #expect(all.first?.event.number == 0 && all.contains { $0.event.transfer == "t" })
            let later = try lines(try await api.ask("GET", "/instances/\(made.id)/events?from=3"))
            #expect(later.map(\.event.number) == Array(3...all.count))
        }
    }

    @Test func `who follows has each event as it happens, until the instance ends`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held"}"#)
            let reader = try await WireClient(api.home.url)
            async let response = reader.ask("GET", "/instances/\(made.id)/events?follow=true")
            let client = try await WireClient(made.url)
            try await client.get("/x")
            _ = try await api.ask("GET", "/instances/\(made.id)/wait?reached=gate")
            _ = try await api.ask("POST", "/instances/\(made.id)/gates/gate", "{}")
            #expect(await client.response().text == "hello")
            _ = try await api.ask("DELETE", "/instances/\(made.id)")
            let all = try lines(try await response)
            let names = all.map(\.event.kind.description)
            #expect(names.first == "connected to main" && names.last == "the instance ended")
            #expect(names.contains("held at 'gate' in front of byte 2") && names.contains("over: complete"))
            // The same connection goes on.
            #expect(try await reader.ask("GET", "/instances").head.status == 200)
        }
    }

    @Test func `who follows the default instance over its own port does not feed himself`() async throws {
        try await controlling { api in
            let reader = try await WireClient(api.home.url)
            async let response = reader.ask("GET", "/instances/default/events?follow=true")
            #expect(try await api.home.ask("/s/twice/x").text == "first")
            _ = await api.home.wait(limit: .ample) { if case .closed = $0.kind { true } else { false } }
            _ = try await api.ask("POST", "/instances/default/reset", "{}")
            let all = try lines(try await response)
            #expect(all.count { if case .wrote = $0.event.kind { true } else { false } } == 1)
            #expect(all.last?.event.kind.isFinish == true)
        }
    }

    @Test func `a reader that leaves is not waited for`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held","idleTime":0.05}"#)
            for path in ["events?follow=true", "wait?ended=1&limit=10min"] {
                let reader = try await WireClient(api.home.url)
                try await reader.expect(
                    "GET", "GET /_sluice/instances/\(made.id)/\(path) HTTP/1.1\r\nHost: [::1]\r\n\r\n")
                if path.hasPrefix("events") { _ = await reader.receive(atLeast: 1) }
                await reader.close()
            }
            // A wait that went on would keep it alive, and the test's limit would pass.
            let handle = try #require(api.started.entries.last)
            #expect(await handle.wait(limit: .ample) { $0.kind.isFinish } != nil)
        }
    }

    @Test func `a client of HTTP 1.0 has the lines up to the end of the connection`() async throws {
        try await controlling { api in
            let client = try await WireClient(api.home.url)
            try await client.expect("GET", "GET /_sluice/instances/default/events HTTP/1.0\r\nHost: [::1]\r\n\r\n")
            let response = await client.response()
            #expect(response["Transfer-Encoding"] == nil && response.text.contains(#""event":"opened""#))
            #expect(await client.receiveAll() == .fin)
        }
    }

    @Test func `the whole journal is the one of the handle`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held","seed":9}"#)
            _ = try await api.ask("POST", "/instances/\(made.id)/gates/gate", "{}")
            let client = try await WireClient(made.url)
            _ = try await client.fetch("/x", ["Sluice-Transfer: t"])
            _ = try await api.ask("GET", "/instances/\(made.id)/wait?ended=1")
            let told = try await api.ask("GET", "/instances/\(made.id)/journal")
            let journal: Journal = try told.value()
            let own = await api.started.entries.last?.journal()
            #expect(journal.instance == made.id && journal.scenario == "held" && journal.seed == 9)
            let (record, exact) = (try #require(journal.exchanges.first), try #require(own?.exchanges.first))
            #expect(record.request == exact.request && record.response == exact.response)
            #expect(record.writes == exact.writes && record.holds == exact.holds && record.ended == exact.ended)
            #expect(record.representation == exact.representation && record.served == exact.served)
            #expect(told.text.contains(#""bytes":"GET /x HTTP/1.1\r\nHost: test\r\n"#))
            // Times are numbers of seconds.
            struct Times: Decodable {
                struct Exchange: Decodable { var started: Double }
                var lived: Double
                var exchanges: [Exchange]
            }
            let times: Times = try told.value()
            #expect(times.lived > times.exchanges[0].started && times.exchanges[0].started > 0)
        }
    }

    @Test func `a wait ends with what it waited for`() async throws {
        struct Waited: Decodable {
            var time: Double
            var exchange: ExchangeRecord?
            var connection: ConnectionRecord?
        }
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held"}"#)
            let path = "/instances/\(made.id)"
            let client = try await WireClient(made.url)
            async let ended = api.ask("GET", "\(path)/wait?ended=1")
            async let closed = api.ask("GET", "\(path)/wait?closed=1")
            async let allClosed = api.ask("GET", "\(path)/wait?closed=all")
            try await client.get("/x")
            _ = try await api.ask("GET", "\(path)/wait?reached=gate")
            _ = try await api.ask("POST", "\(path)/gates/gate", "{}")
            let exchange = try #require(try await ended.value(Waited.self).exchange)
            #expect(exchange.id == ExchangeID(1) && exchange.reason == .complete && exchange.bodySent == 5)
            #expect(await client.response().text == "hello")
            await client.close()
            #expect(try await closed.value(Waited.self).connection?.departure?.kind == .fin)
            #expect(try await allClosed.head.status == 200)
        }
    }

    @Test func `a wait for what does not happen ends with its limit, and with the instance`() async throws {
        try await controlling { api in
            let made = try await api.make(#"{"scenario":"held"}"#)
            let path = "/instances/\(made.id)"
            for query in ["ended=1", "reached=gate", "closed=1", "closed=all"] {
                let answer = try await api.ask("GET", "\(path)/wait?\(query)&limit=1ms")
                #expect(answer.head.status == 409 && answer.problem == "limit-passed", "\(query)")
            }
            let client = try await WireClient(api.home.url)
            async let pending = client.ask("GET", "\(path)/wait?ended=1&limit=10min")
            _ = try await api.ask("GET", path)
            _ = try await api.ask("DELETE", path)
            #expect(try await pending.problem == "gone")
        }
    }
}
