import Digests
import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// When a request's content is asked for and read, and what becomes of a connection that is answered before it.
@Suite(.timeLimit(.minutes(5))) struct EarlyAnswerTests {
    /// A request for `/x` with content, or with fields that say so.
    private static func post(_ fields: String..., version: String = "1.1") -> String {
        (["POST /x HTTP/\(version)", "Host: test"] + fields + ["", ""]).joined(separator: "\r\n")
    }

    /// Waits until content of so many bytes has come to an exchange.
    private func received(_ count: Int64, of number: Int, in instance: Instance) async -> ExchangeRecord.Request? {
        while let request = await instance.record(of: ExchangeID(number))?.request, request.bodyReceived < count {
            await Task.yield()
        }
        return await instance.record(of: ExchangeID(number))?.request
    }

    // MARK: A client that waits for a 100

    @Test(
        arguments: [
            (Answer(body: .text("thanks")), true), (Answer(body: .text("thanks"), early: 3), true),
            (Answer(body: .text("thanks"), neverContinues: true), false),
        ])
    func `content is asked for before it is read, unless never, and the connection is kept`(
        answer: Answer, isAsked: Bool
    ) async throws {
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send(Self.post("Content-Length: 5", "Expect: 100-continue"))
            let asking = "HTTP/1.1 100 Continue\r\n\r\n"
            if isAsked {
                #expect(await client.receive(atLeast: asking.utf8.count) == Array(asking.utf8))
            } else {
                #expect(await instance.wait(limit: .seconds(60)) { $0.exchange != nil } != nil)
            }
            try await client.send("hello")
            let response = await client.response()
            #expect(response.interim == (isAsked ? [100] : []))
            #expect(response.body == Array("thanks".utf8) && response["Connection"] == nil)
            #expect(try await client.fetch("/x").head.status == 200)
            #expect(await instance.end().exchanges.map(\.request.bodyReceived) == [5, 0])
        }
    }

    @Test(arguments: [
        post("Expect: 100-continue"), post("Expect: 100-continue", "Content-Length: 0"),
        post("Expect: 100-continue", "Content-Length: 0", "Connection: keep-alive", version: "1.0"),
    ])
    func `nobody is asked for content who has none, or is of HTTP 1_0`(request: String) async throws {
        try await playing(.of(["/x": Answer(body: .text("thanks"), early: 0)])) { instance in
            let client = try await WireClient(instance.url)
            try await client.expect("POST", request)
            let response = await client.response()
            #expect(response.head.status == 200 && response.interim == [])
            #expect(response["Connection"] != "close")
        }
    }

    @Test func `a held request is not asked for its content before the gate opens`() async throws {
        let answer = Answer(body: .text("thanks"), script: [.at(.request(0), .hold(gate: "g"))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send(Self.post("Content-Length: 5", "Expect: 100-continue"))
            #expect(await instance.wait(limit: .seconds(60)) { $0.isHold(at: "g") } != nil)
            let held = try #require(await instance.record(of: ExchangeID(1)))
            #expect(held.sent == 0 && held.request.bodyReceived == 0)
            await instance.open("g")
            #expect(await client.receive(atLeast: 25) == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            try await client.send("hello")
            #expect(await client.response().body == Array("thanks".utf8))
        }
    }

    @Test(arguments: [413, 417, 200], ["", "hello", "hello and far too much"])
    func `an answer that comes instead of a 100 closes, whether content follows or not`(
        status: Int, sent: String
    ) async throws {
        try await playing(.of(["/x": Answer(body: .text("no"), status: status, early: 0)])) { instance in
            let client = try await WireClient(instance.url)
            // A request behind content that may be none cannot be told from it: nobody answers it.
            let head = Self.post("Content-Length: \(max(1, sent.utf8.count))", "Expect: 100-continue")
            try await client.send(head + sent + "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = await client.response()
            #expect(response.head.status == status && response.interim == [])
            #expect(response.body == Array("no".utf8) && response["Connection"] == "close")
            await client.halfClose()
            #expect(await client.receiveAll() == .fin)
            let journal = await instance.end()
            #expect(journal.exchanges.map(\.reason) == [.complete])
        }
    }

    @Test(arguments: ["101-continue", "100-continue, miracle"])
    func `an expectation that nobody knows is refused, and the connection closed`(value: String) async throws {
        try await playing(.of(["/x": Answer(body: .text("thanks"))])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send(Self.post("Content-Length: 5", "Expect: \(value)") + "hello")
            let response = await client.response()
            #expect(response.head.status == 417 && response["Connection"] == "close")
            #expect(await client.receiveAll() == .fin)
            #expect(await instance.end().exchanges.first?.reason == .refused)
        }
    }

    // MARK: A client that sends at once

    @Test(arguments: ["hello", "5\r\nhello\r\n0\r\n\r\n"])
    func `what follows an early answer is read, counted and no request`(content: String) async throws {
        let framing = content == "hello" ? "Content-Length: 5" : "Transfer-Encoding: chunked"
        try await playing(.of(["/x": Answer(body: .text("early"), early: 0)])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send(Self.post(framing))
            let response = await client.response()
            #expect(response.body == Array("early".utf8) && response["Connection"] == nil)
            try await client.send(content + "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response().body == Array("early".utf8))
            let requests = await instance.end().exchanges.map(\.request)
            #expect(requests.map(\.bodyReceived) == [5, 0])
            #expect(requests.map(\.bodySHA256) == [SHA256.digest(of: Array("hello".utf8)).hex, nil])
        }
    }

    @Test(arguments: [Step.at(.done, .cut(.fin)), nil])
    func `a client that sends on while it is refused gets the answer and no reset`(step: Step?) async throws {
        let answer = Answer(
            body: .text("too large"), status: 413, fields: [FieldLine(name: "Connection", value: "close")], early: 10,
            script: [step].compactMap(\.self))
        let content = PatternStream(seed: 0).bytes(from: 0, count: 8 << 20)
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send(Self.post("Content-Length: \(content.count)"))
            try await client.send(content)
            let response = await client.response()
            #expect(response.head.status == 413 && response.body == Array("too large".utf8))
            #expect(await client.receiveAll() == .fin)
            await client.close()
            let request = await received(Int64(content.count), of: 1, in: instance)
            #expect(request?.bodyReceived == Int64(content.count))
            #expect(request?.bodySHA256 == SHA256.digest(of: content).hex)
        }
    }

    // MARK: curl

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")),
        arguments: [
            (Answer(body: .text("thanks")), "200", [100_000]),
            (Answer(body: .text("no"), status: 413, early: 0), "413", [0]),
            (Answer(body: .text("thanks"), neverContinues: true), "200", [100_000]),
        ])
    func `curl is asked, told no, or sends after its wait`(
        answer: Answer, status: String, received: [Int64]
    ) async throws {
        try await playing(.of(["/x": answer])) { instance in
            let arguments = [
                "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Expect: 100-continue", "--data-binary",
                String(repeating: "7", count: 100_000), instance.url + "/x",
            ]
            let curl = try Program("/usr/bin/curl", arguments)
            #expect(await curl.end().output == status)
            #expect(await instance.end().exchanges.map(\.request.bodyReceived) == received)
        }
    }
}
