import EventLoop
import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Every action at every position where it makes sense, over a socket: what was sent before it is exact to the byte.
@Suite(.timeLimit(.minutes(5))) struct PositionTests {
    /// A position, and the bytes on the wire in front of it and behind it; the head stands for itself.
    struct Place: CustomTestStringConvertible, Sendable {
        var position: Position
        var front: String
        var rest: String
        var testDescription: String { position.text }

        init(_ position: Position, _ front: String, _ rest: String) {
            self.position = position
            self.front = front
            self.rest = rest
        }
    }

    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nTransfer-Encoding: chunked\r\n"
        + "Connection: close\r\n\r\n"
    private static let whole = "a\r\n0123456789\r\n"

    static let places = [
        Place(.request(0), "", head + whole + "0\r\n\r\n"),
        Place(.request(3), "", head + whole + "0\r\n\r\n"),
        Place(.head(0), "", head + whole + "0\r\n\r\n"),
        Place(.head(10), String(head.prefix(10)), String(head.dropFirst(10)) + whole + "0\r\n\r\n"),
        Place(.body, head, whole + "0\r\n\r\n"),
        Place(.percent(40), head + "4\r\n0123\r\n", "6\r\n456789\r\n0\r\n\r\n"),
        Place(.byte(10), head + whole, "0\r\n\r\n"),
        Place(.end(0), head + whole, "0\r\n\r\n"),
        Place(.end(2), head + whole + "0\r", "\n\r\n"),
        Place(.done, head + whole + "0\r\n\r\n", ""),
    ]

    private func scenario(_ place: Place, _ action: Step.Action) -> Scenario {
        .of([
            "/x": Answer(
                body: .text("0123456789"), type: "text/plain; charset=utf-8", etag: .none, modified: .none,
                ranges: .silent, drop: ["Date"], framing: .chunked, script: [.at(place.position, action)])
        ])
    }

    /// Sends a request with content.
    private func ask(_ instance: Instance) async throws -> WireClient {
        let client = try await WireClient(instance.url)
        try await client.send("POST /x HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde")
        return client
    }

    /// All that a client receives until the connection ends, as text.
    private func text(_ client: WireClient) async -> String {
        _ = await client.receiveAll()
        return String(decoding: await client.received, as: UTF8.self)
    }

    @Test(arguments: places) func `a hold lets through what is in front of it, and then the rest`(
        place: Place
    ) async throws {
        try await playing(scenario(place, .hold(gate: "g"))) { instance in
            let client = try await ask(instance)
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "g") } != nil)
            let held = try #require(await instance.journal().exchanges.first)
            try #require(held.writes.reduce(0) { $0 + $1.taken } == place.front.utf8.count)
            #expect(held.holds.first?.position == place.position.text)
            if case .request(let size) = place.position { #expect(held.request.bodyReceived >= size) }
            let front = await client.receive(atLeast: place.front.utf8.count)
            #expect(String(decoding: front, as: UTF8.self) == place.front)
            await instance.open("g")
            #expect(await text(client) == place.front + place.rest)
        }
    }

    @Test(arguments: places) func `a pause is made behind what is in front of it`(place: Place) async throws {
        try await playing(scenario(place, .pause(.seconds(2))), speed: 1000) { instance in
            let client = try await ask(instance)
            #expect(await text(client) == place.front + place.rest)
            #expect(await instance.wait(limit: .ample) { $0.isEnd } != nil)
            let record = try #require(await instance.end().exchanges.first)
            let pause = try #require(record.pauses.first)
            let before = record.writes.filter { $0.time <= pause.time }.reduce(0) { $0 + $1.taken }
            #expect(before == place.front.utf8.count && pause.position == place.position.text)
        }
    }

    @Test(arguments: places) func `bytes are sent exactly there`(place: Place) async throws {
        try await playing(scenario(place, .send(.text("XYZ")))) { instance in
            let client = try await ask(instance)
            let expected = place.front + "XYZ" + place.rest
            #expect(await text(client) == expected)
        }
    }

    @Test(arguments: places, [Step.Cut.fin, .rst])
    func `a cut lets through what is in front of it, and nothing else`(place: Place, cut: Step.Cut) async throws {
        try await playing(scenario(place, .cut(cut))) { instance in
            let client = try await ask(instance)
            #expect(await client.receiveAll() == (cut == .fin ? .fin : .reset))
            #expect(String(decoding: await client.received, as: UTF8.self) == place.front)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.cut?.position == place.position.text && record.reason == .cut)
        }
    }

    @Test(arguments: [102, 103]) func `an interim response goes before the head`(status: Int) async throws {
        let place = Self.places[2]
        let lines = [FieldLine(name: "Link", value: "</a.css>")]
        try await playing(scenario(place, .inform(status: status, fields: lines))) { instance in
            let client = try await ask(instance)
            let reason = status == 102 ? "Processing" : "Early Hints"
            let expected = "HTTP/1.1 \(status) \(reason)\r\nLink: </a.css>\r\n\r\n" + place.rest
            #expect(await text(client) == expected)
        }
    }

    @Test(arguments: [places[4], places[5]]) func `a pace holds from there on`(place: Place) async throws {
        let pace = Pace.writes(WriteSchedule(size: 3, interval: .milliseconds(1)))
        try await playing(scenario(place, .pace(pace)), speed: 20) { instance in
            let client = try await ask(instance)
            let rest =
                place.position == .body ? "3\r\n012\r\n3\r\n345\r\n3\r\n678\r\n1\r\n9\r\n" : "3\r\n456\r\n3\r\n789\r\n"
            let expected = place.front + rest + "0\r\n\r\n"
            #expect(await text(client) == expected)
        }
    }
}
