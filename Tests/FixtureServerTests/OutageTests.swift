import EventLoop
import FixtureServer
import Scenarios
import TestSupport
import Testing

/// Origins that refuse connections for a while.
@Suite(.timeLimit(.minutes(5))) struct OutageTests {
    private func port(of instance: Instance) -> Int { Int(instance.url.split(separator: ":").last ?? "") ?? 0 }

    @Test func `an origin that is down refuses, and serves on the same port when it is up again`() async throws {
        try await playing(.of(["/x": Answer(body: .text("hello"))])) { instance in
            try await instance.down()
            try await instance.down()
            for _ in 0..<3 {
                let error = await #expect(throws: SocketError.self) { try await WireClient(instance.url) }
                #expect(error?.code == .refused)
            }
            try await instance.up()
            try await instance.up()
            #expect(try await WireClient(instance.url).fetch("/x").body == Array("hello".utf8))
            let outages = await instance.end().outages
            #expect(outages.count == 1 && outages.first?.origin == "main")
            #expect(try #require(outages.first?.ended) >= (outages.first?.began ?? .zero))
        }
    }

    @Test func `the port of an origin that is down is nobody else's`() async throws {
        try await playing(.of(["/x": Answer(body: .text("hello"))])) { instance in
            // A connection of before, which still has the port in the kernel's table.
            _ = try await WireClient(instance.url).fetch("/x")
            try await instance.down()
            let loop = EventLoop(name: "thief")
            let port = port(of: instance)
            let error = await #expect(throws: SocketError.self) {
                try await loop.run { _ = try Listener(.init(port: port), on: loop) { _ in } }
            }
            #expect(error?.code == .addressInUse)
            try await instance.up()
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 5)
        }
    }

    @Test func `idle connections are closed, and busy ones behind their answer`() async throws {
        let answers = [
            "/x": Answer(body: .text("hello")),
            "/held": Answer(body: .pattern(1000), script: [.at(.percent(50), .hold(gate: "half"))]),
        ]
        try await playing(.of(answers)) { instance in
            let idle = try await WireClient(instance.url)
            _ = try await idle.fetch("/x")
            let busy = try await WireClient(instance.url)
            try await busy.get("/held")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "half") } != nil)
            try await instance.down()
            #expect(await idle.receiveAll() == .fin)
            await instance.open("half")
            #expect(await busy.response().body.count == 1000)
            #expect(await busy.receiveAll() == .fin)
            try await instance.up()
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 5)
        }
    }

    @Test func `each origin is down by itself, and an unknown one is told`() async throws {
        let resource = Resource(
            path: ResourcePath(origin: "other", path: "/y"), answer: Answer(body: .text("y")), location: here)
        var scenario = Scenario.of(
            ["/x": Answer(body: .text("hello"))], origins: [Origin(name: "main"), Origin(name: "other")])
        scenario.resources.append(resource)
        try await playing(scenario) { instance in
            try await instance.down("main")
            let other = try #require(instance.urls["other"])
            #expect(try await WireClient(other).fetch("/y").body == Array("y".utf8))
            let error = await #expect(throws: FixtureServerError.self) { try await instance.down("nowhere") }
            #expect(error?.code == .unknownOrigin)
            #expect(error?.description == "instance i1 has no origin 'nowhere', only main, other")
        }
    }
}
