import EventLoop
import FixtureServer
import HTTPMessages
import HTTPWire
import Scenarios
import TestSupport
import Testing

/// What a client gets from a server that is asked plainly.
@Suite(.timeLimit(.minutes(5))) struct ServingTests {
    @Test func `a plain body arrives whole and the connection is used again`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(1000))])) { instance in
            let client = try await WireClient(instance.url)
            for _ in 1...3 {
                let response = try await client.fetch("/x")
                #expect(response.head.status == 200)
                #expect(response["Content-Length"] == "1000")
                #expect(Octets(response.body) == Octets(PatternStream(seed: 0).bytes(from: 0, count: 1000)))
            }
            let journal = await instance.end()
            #expect(journal.exchanges.map(\.number) == [1, 2, 3])
            #expect(journal.exchanges.allSatisfy { $0.reason == .complete && $0.framingComplete })
            #expect(journal.connections.count == 1)
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        let scenario = Scenario.of(["/a": Answer(body: .text("first")), "/b": Answer(body: .text("second"))])
        try await playing(scenario) { instance in
            let client = try await WireClient(instance.url)
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response().body == Array("first".utf8))
            #expect(await client.response().body == Array("second".utf8))
            let heads = await instance.end().exchanges.map(\.request.bytes.description)
            #expect(heads == ["GET /a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /b HTTP/1.1\r\nHost: x\r\n\r\n"])
        }
    }

    @Test(arguments: [Answer.Framing.length, .chunked, .untilClose])
    func `every framing carries the same body`(_ framing: Answer.Framing) async throws {
        let answer = Answer(body: .pattern(200_000), framing: framing)
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/x")
            #expect(Octets(response.body) == Octets(PatternStream(seed: 0).bytes(from: 0, count: 200_000)))
            #expect(response.completeness?.isComplete == true)
            let exchange = try #require(await instance.end().exchanges.first)
            #expect(exchange.framingComplete)
            #expect(exchange.bodySent == 200_000)
            #expect(exchange.writes.reduce(0) { $0 + $1.body } == 200_000)
            #expect(exchange.served == 0..<200_000)
        }
    }

    @Test func `HEAD has the fields of GET and no content`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(5000))])) { instance in
            let client = try await WireClient(instance.url)
            let head = try await client.fetch("/x", method: .head)
            #expect(head["Content-Length"] == "5000" && head.body.isEmpty)
            let get = try await client.fetch("/x")
            #expect(get["ETag"] == head["ETag"] && get.body.count == 5000)
        }
    }

    @Test(arguments: [("GET", "/nowhere", 404), ("TRACE", "/x", 405), ("DELETE", "/x", 200), ("BREW", "/x", 405)])
    func `paths and methods that nobody has are refused`(method: String, path: String, status: Int) async throws {
        try await playing(.of(["/x": Answer(body: .text("here"))])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch(path, method: HTTPMethod(rawValue: method))
            #expect(response.head.status == status)
            #expect(response.head.fields.contains("Allow") == (status == 405))
        }
    }

    @Test(arguments: [
        ("GET /x HTTP/1.1", 400), ("GET  /x HTTP/1.1\r\nHost: x", 400), ("GET /x HTTP/3.0\r\nHost: x", 505),
        ("GET /x HTTP/1.1\r\nHost: x\r\nA: 70000", 431),
    ])
    func `what is no request is answered and the connection closed`(text: String, status: Int) async throws {
        try await playing(.of(["/x": Answer(body: .text("here"))])) { instance in
            let client = try await WireClient(instance.url)
            let long = String(repeating: "a", count: 70_000)
            try await client.send(text.replacing("70000", with: long) + "\r\n\r\n")
            #expect(await client.response().head.status == status)
            #expect(await client.receiveAll() == .fin)
            let exchange = try #require(await instance.end().exchanges.first)
            #expect(exchange.reason == .refused && exchange.request.problem != nil)
            #expect(exchange.request.bytes.description.hasPrefix(text.prefix(14)))
        }
    }

    @Test func `a client of HTTP 1_0 gets its connection closed unless it asks otherwise`() async throws {
        try await playing(.of(["/x": Answer(body: .text("here"), framing: .chunked)])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send("GET /x HTTP/1.0\r\n\r\n")
            let response = await client.response()
            #expect(response.body == Array("here".utf8) && response["Transfer-Encoding"] == nil)
            #expect(await client.receiveAll() == .fin)
        }
    }

    @Test func `a request's content is read before the answer, and asked for where the client waits`() async throws {
        try await playing(.of(["/x": Answer(body: .text("thanks"))])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            let interim = await client.receive(atLeast: 25)
            #expect(String(decoding: interim, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("hello")
            #expect(await client.response().body == Array("thanks".utf8))
            #expect(await instance.end().exchanges.first?.request.bodyReceived == 5)
        }
    }

    @Test func `instances share neither ports nor attempts`() async throws {
        let attempt = Attempt(answer: Answer(body: .text("once")), location: here)
        let scenario = Scenario.of(Answer(body: .text("always")), attempts: [attempt])
        try await playing(scenario) { one in
            try await playing(scenario) { other in
                #expect(one.url != other.url)
                for instance in [one, other] {
                    let client = try await WireClient(instance.url)
                    #expect(try await client.fetch("/x").body == Array("once".utf8))
                    #expect(try await client.fetch("/x").body == Array("always".utf8))
                }
            }
        }
    }

    @Test func `origins have a port each and are named in texts and fields`() async throws {
        let answer = Answer(
            status: 302,
            fields: [
                FieldLine(name: "Location", value: Template(pieces: [.url(origin: "other"), .text("/b")]))
            ])
        var scenario = Scenario.of(["/a": answer], origins: [Origin(name: "main"), Origin(name: "other")])
        scenario.resources.append(
            Resource(path: ResourcePath(origin: "other", path: "/b"), answer: Answer(body: .text("b")), location: here))
        try await playing(scenario) { instance in
            let other = try #require(instance.urls["other"])
            let client = try await WireClient(instance.url)
            #expect(try await client.fetch("/a")["Location"] == other + "/b")
            #expect(try await client.fetch("/b").head.status == 404)
            #expect(try await WireClient(other).fetch("/b").body == Array("b".utf8))
        }
    }
}
