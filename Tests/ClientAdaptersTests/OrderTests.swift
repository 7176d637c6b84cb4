import AdapterProtocol
import ClientAdapters
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Orders to an adapter` {
    @Test(arguments: ["sessionkit", "urlsession", "sessionkit+second-end"])
    func `the greeting names the client`(client: String) async throws {
        try await adapting(client) { desk in
            await desk.event { $0.ev == "hello" }
            guard case .hello(let hello)? = desk.events.first else { return #expect(Bool(false), "no greeting") }
            #expect(hello.client.name == client && hello.protocol == 1)
            #expect(
                Set<Capability>([.stream, .cancel, .cancelResume, .resume, .fileSink]).isSubset(of: hello.caps.claims))
        }
    }

    @Test func `a pause is acknowledged, holds bytes back, and ends`() async throws {
        try await playing(.held()) { instance, desk in
            desk.start("a", instance.url + "/x")
            await desk.bytes(size / 2, of: "a")
            desk.send(.suspend(t: "a"))
            await desk.event { $0 == .suspended(t: "a") }
            // What was in flight may still come; behind a pong nothing is.
            desk.send(.ping(id: 1))
            await desk.event { $0 == .pong(id: 1) }
            await instance.open("half")
            desk.send(.snapshot(t: "a"))
            await desk.event { $0.ev == "snapshot" }
            desk.send(.unsuspend(t: "a"))
            let end = try await desk.end(of: "a")
            #expect(end.hash == digest())
            let story = desk.story(of: "a")
            #expect(
                story == [
                    "started", "head 200 of \(size)", "bytes", "progress", "suspended", "snapshot 5000", "unsuspended",
                    "bytes", "progress", "end complete \(size)",
                ])
        }
    }

    @Test func `a transfer that was begun suspended asks for nothing until it is let go`() async throws {
        try await playing(.pattern()) { instance, desk in
            desk.start("a", instance.url + "/x") { $0.options.suspended = true }
            desk.start("b", instance.url + "/x")
            try await desk.end(of: "b")
            #expect(desk.story(of: "a") == ["started"])
            desk.send(.unsuspend(t: "a"))
            try await desk.end(of: "a")
            #expect(await instance.end().exchanges.map(\.transfer) == ["b", "a"])
        }
    }

    @Test func `orders for a transfer that has ended are ignored`() async throws {
        try await playing(.pattern()) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            try await desk.end(of: "a")
            desk.send(.suspend(t: "a"))
            desk.send(.unsuspend(t: "a"))
            desk.send(.cancel(t: "a", resume: .want))
            desk.send(.snapshot(t: "a"))
            desk.send(.reset)
            desk.send(.cancel(t: "a", resume: .none))
            desk.send(.ping(id: 1))
            await desk.event { $0 == .pong(id: 1) }
            #expect(desk.events(of: "a").last?.ev == "end")
            #expect(!desk.events.contains { $0.ev == "adapter_error" })
        }
    }

    @Test func `an order for a transfer that was never begun is the runner's mistake`() async throws {
        try await adapting { desk in
            desk.send(.suspend(t: "ghost"))
            await desk.event { $0.ev == "adapter_error" }
            #expect(desk.events.last == .adapterError(message: "suspend: no transfer was started as 'ghost'"))
        }
    }

    @Test func `a reset drops pooled connections and leaves running transfers alone`() async throws {
        try await playing(["/x": [.pattern()], "/slow": [.held()]]) { instance, desk in
            desk.send(.configure(.init(session: "other")))
            desk.start("slow", instance.url + "/slow") { $0.options.session = "other" }
            desk.start("a", instance.url + "/x")
            desk.start("b", instance.url + "/x")
            await desk.bytes(size / 2, of: "slow")
            try await desk.end(of: "a")
            try await desk.end(of: "b")
            desk.send(.reset)
            await desk.event { $0 == .reset }
            #expect(await instance.wait(limit: .ample) { $0.isLeft } != nil)
            desk.start("c", instance.url + "/x")
            try await desk.end(of: "c")
            await instance.open("half")
            let end = try await desk.end(of: "slow")
            #expect(end.hash == digest())
            let exchanges = await instance.end().exchanges
            let before = exchanges.filter { ["a", "b"].contains($0.transfer) }.map(\.connection)
            let after = try #require(exchanges.first { $0.transfer == "c" }?.connection)
            #expect(!before.contains(after))
        }
    }

    @Test func `a session has the options that it was given, those it has no setting for are refused`() async throws {
        try await playing(.held()) { instance, desk in
            let options = AdapterCommand.SessionOptions(
                idleTimeoutMilliseconds: 50, credentials: "a:b", cookies: true, cache: true, background: true, http: "2"
            )
            desk.send(.configure(.init(session: "s", options: options)))
            await desk.event { $0 == .configured(session: "s") }
            #expect(desk.refusals == ["credentials", "cookies", "cache", "background", "http"])
            desk.start("a", instance.url + "/x") { $0.options.session = "s" }
            let end = try await desk.end(of: "a")
            #expect(end.error?.kind == .idleTimeout)
        }
    }

    @Test func `what an adapter does not know or cannot read is said, and it goes on`() async throws {
        try await adapting { desk in
            desk.send(line: #"{"op":"dance","t":"a"}"#)
            desk.send(line: "this is not JSON")
            desk.send(.restore(session: "s"))
            desk.send(.credit(t: "a", bytes: 1))
            desk.send(.ping(id: 7))
            await desk.event { $0 == .pong(id: 7) }
            #expect(desk.refusals == ["dance", "restore", "credit"])
            #expect(desk.events.filter { $0.ev == "adapter_error" }.count == 1)
        }
    }

    @Test func `at the end of the input what runs is cancelled and says so`() async throws {
        try await playing(.held()) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            await desk.bytes(size / 2, of: "a")
            await desk.end()
            #expect(desk.story(of: "a").last == "end cancelled 5000 cancelled")
            await desk.emptied()
        }
    }

    @Test func `there is a driver for every name and for no other`() {
        let writer = EventWriter { _ in }
        for name in AdapterRegistry.names { #expect(AdapterRegistry.driver(name, reportingTo: writer) != nil) }
        for name in ["", "sessionkit+", "urlsession+second-end", "sessionkit+nothing"] {
            #expect(AdapterRegistry.driver(name, reportingTo: writer) == nil)
        }
    }
}

extension JournalEvent {
    /// Whether the client left.
    fileprivate var isLeft: Bool { if case .left = kind { true } else { false } }
}
