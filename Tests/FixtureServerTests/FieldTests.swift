import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Validators and fields as scenarios choose them.
@Suite(.timeLimit(.minutes(5))) struct FieldTests {
    @Test(
        arguments: [
            (.none, nil), (.strong("v1"), "\"v1\""), (.weak("v1"), "W/\"v1\""), (.auto, "\"p0-rs\""),
            (.weak(nil), "W/\"p0-rs\""),
        ] as [(ETagRule, String?)])
    func `the entity tag is the scenario's`(rule: ETagRule, value: String?) async throws {
        try await playing(.of(["/x": Answer(body: .pattern(1000), etag: rule)])) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response["ETag"] == value)
            #expect(await instance.end().exchanges.first?.representation?.etag?.description == value)
        }
    }

    @Test func `bodies that differ have automatic tags that differ`() async throws {
        let bodies: [BodySource] = [
            .pattern(1000), .pattern(1001), .pattern(size: 1000, seed: .number(1)), .text("a"), .text("b"),
            .sequence([.text("a"), .text("b")]), .repeated(.text("a"), times: 2),
        ]
        let named = Dictionary(uniqueKeysWithValues: bodies.enumerated().map { ("/\($0)", Answer(body: $1)) })
        try await playing(.of(named)) { instance in
            let client = try await WireClient(instance.url)
            var tags: Set<String> = []
            for path in named.keys { tags.insert(try await client.fetch(path)["ETag"] ?? "") }
            #expect(tags.count == bodies.count)
        }
    }

    @Test func `dates of change are long ago, none, given, or an age before the first date`() async throws {
        let given = "Sat, 01 Jan 2022 00:00:00 GMT"
        let answers = [
            "/auto": Answer(), "/none": Answer(modified: .none), "/given": Answer(modified: .date(given)),
            "/age": Answer(modified: .age(.seconds(30))),
        ]
        let before = HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970))
        try await playing(.of(answers)) { instance in
            let client = try await WireClient(instance.url)
            let auto = try await client.fetch("/auto")
            #expect(auto["Last-Modified"] == "Sun, 09 Sep 2001 01:46:40 GMT")
            let none = try await client.fetch("/none")
            #expect(none["Last-Modified"] == nil)
            let dated = try await client.fetch("/given")
            #expect(dated["Last-Modified"] == given)
            let young = try await client.fetch("/age")
            let date = try #require(young["Date"].flatMap { HTTPDate(parsing: $0) })
            let modified = try #require(young["Last-Modified"].flatMap { HTTPDate(parsing: $0) })
            // The first date is the one on which the instance began.
            #expect((before...date).contains(modified.advanced(bySeconds: 30)))
        }
    }

    @Test func `written fields take the place of computed ones, and dropped ones are missing`() async throws {
        let answer = Answer(
            body: .text("12345"), status: 203, reason: "Odd",
            fields: [
                FieldLine(name: "content-type", value: "text/odd"), FieldLine(name: "X-A", value: "1"),
                FieldLine(name: "X-A", value: "2"),
            ], drop: ["Last-Modified", "etag"])
        try await playing(.of(["/x": answer])) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response.head.status == 203 && response.head.reason == "Odd")
            #expect(response.head.fields.values("Content-Type") == ["text/odd"])
            #expect(response.head.fields.values("X-A") == ["1", "2"])
            #expect(response["Last-Modified"] == nil && response["ETag"] == nil)
            #expect(response["Content-Length"] == "5")
        }
    }

    @Test func `Connection close in a field is obeyed`() async throws {
        let answer = Answer(body: .text("bye"), fields: [FieldLine(name: "Connection", value: "close")])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            #expect(try await client.fetch("/x").body.count == 3)
            #expect(await client.receiveAll() == .fin)
        }
    }

    @Test func `the media type goes by the file, else by the path`() async throws {
        let answers = [
            "/a.mp3": Answer(body: .pattern(10)), "/b": Answer(body: .pattern(10)),
            "/c.json": Answer(body: .text("{}")),
            "/d": Answer(body: .file("images/aurora.jpg")), "/e": Answer(body: .text("e"), type: "text/odd"),
            "/f": Answer(),
        ]
        let expected = [
            "/a.mp3": "audio/mpeg", "/b": "application/octet-stream", "/c.json": "application/json", "/d": "image/jpeg",
            "/e": "text/odd",
        ]
        try await playing(.of(answers)) { instance in
            let client = try await WireClient(instance.url)
            for path in answers.keys {
                let response = try await client.fetch(path)
                #expect(response["Content-Type"] == expected[path])
            }
        }
    }

    @Test func `raw bytes take the place of a whole answer, and offsets count them`() async throws {
        let answer = Answer(raw: .text("HTTP/1.1 2000 Broken\nX\n\nbody"), script: [.at(.byte(8), .hold(gate: "g"))])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            #expect(await instance.wait(limit: .ample) { $0.isHold(at: "g") } != nil)
            #expect(String(decoding: await client.receive(atLeast: 8), as: UTF8.self) == "HTTP/1.1")
            await instance.open("g")
            #expect(await client.receiveAll() == .fin)
            #expect(String(decoding: await client.received, as: UTF8.self) == "HTTP/1.1 2000 Broken\nX\n\nbody")
        }
    }

    @Test func `interim answers and raw bytes go out where the script says`() async throws {
        let hint = [FieldLine(name: "Link", value: "</a>")]
        let answer = Answer(
            body: .text("ok"),
            script: [
                .at(.head(0), .inform(status: 103, fields: hint)), .at(.done, .send(.text("junk"))),
                .at(.done, .cut(.fin)),
            ])
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/x")
            #expect(response.interim == [103] && response.body == Array("ok".utf8))
            #expect(await client.receiveAll() == .fin)
            #expect(String(decoding: await client.received, as: UTF8.self).hasSuffix("okjunk"))
        }
    }
}
