import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing
import YAML

/// Addresses of an instance as scenario files name them, and what of a file is not for a server.
@Suite(.timeLimit(.minutes(5))) struct OriginTests {
    /// The scenario of a text.
    private static func scenario(_ text: String) throws -> Scenario {
        let file = ScenarioFile(reading: Array(text.utf8), path: "test.yaml")
        #expect(file.complaints.map(\.description) == [])
        return try #require(file.scenarios.first)
    }

    private static let addresses = #"""
        sluice: 1
        title: Addresses are put in
        why: To see.
        origins: { other: { host: localhost } }
        resources:
          /field: { status: 302, fields: [Location: $(url.other)/b, X-Host: $(host.other), X-Own: $(url)/c, X-Me: $(host)] }
          /text: { body: "$(url.third)/d $(host.third) $(url.main) $(host.main)" }
          /raw: { raw: "HTTP/1.1 302 Found\r\nLocation: $(url.other)/b\r\nContent-Length: 0\r\n\r\n" }
          /sent: { body: x, framing: chunked, trailers: [X-Sum: $(host.third)], script: [{ at: head, inform: 103, fields: [Link: $(url.other)/b] }] }
          //other/b: { body: b }
          //third/d: { body: d }

        """#

    /// Host and port of a URL.
    private func authority(_ url: String?) throws -> String {
        String(try #require(url).dropFirst("http://".utf8.count))
    }

    @Test func `every address is put in wherever a value may have one`() async throws {
        try await playing(Self.scenario(Self.addresses)) { instance in
            #expect(Set(instance.urls.keys) == ["main", "other", "third"] && Set(instance.urls.values).count == 3)
            let (main, other) = (try authority(instance.urls["main"]), try authority(instance.urls["other"]))
            let third = try authority(instance.urls["third"])
            #expect(main.hasPrefix("127.0.0.1:") && other.hasPrefix("localhost:") && third.hasPrefix("127.0.0.1:"))
            #expect(instance.url == "http://\(main)")
            let client = try await WireClient(instance.url)
            let fields = try await client.fetch("/field")
            #expect(fields["Location"] == "http://\(other)/b" && fields["X-Host"] == other)
            #expect(fields["X-Own"] == "http://\(main)/c" && fields["X-Me"] == main)
            let text = try await client.fetch("/text")
            #expect(String(decoding: text.body, as: UTF8.self) == "http://\(third)/d \(third) http://\(main) \(main)")
            try await client.get("/sent")
            let sent = String(decoding: await client.receive(until: "X-Sum: \(third)\r\n\r\n"), as: UTF8.self)
            #expect(
                sent.contains("103 Early Hints\r\nLink: http://\(other)/b\r\n") && sent.contains("X-Sum: \(third)\r\n"))
            #expect(try await WireClient(instance.url).fetch("/raw")["Location"] == "http://\(other)/b")
        }
    }

    @Test func `an origin has its own resources, and is in the journal`() async throws {
        try await playing(Self.scenario(Self.addresses)) { instance in
            for (origin, found) in [("main", "/text"), ("other", "/b"), ("third", "/d")] {
                let client = try await WireClient(try #require(instance.urls[origin]))
                for path in ["/text", "/b", "/d"] {
                    #expect(try await client.fetch(path).head.status == (path == found ? 200 : 404), "\(origin)\(path)")
                }
            }
            let exchanges = await instance.end().exchanges
            #expect(exchanges.map(\.origin) == ["main", "other", "third"].flatMap { [$0, $0, $0] })
            #expect(exchanges.compactMap(\.resource) == ["/text", "//other/b", "//third/d"])
        }
    }

    @Test func `session and lane are for clients: a server neither obeys nor plays them`() async throws {
        let text = """
            sluice: 1
            title: A file says what its client does
            why: To see.
            session: { connections: 1, redirects: 0, total-timeout: 1ms, credentials: me:secret }
            resources:
              /x: { body: hello, script: [{ at: 2B, hold: gate }] }
            client:
              - { request: /x, method: POST, body: no, fields: [X: y], as: one }
              - await: gate
              - open: gate

            """
        try await playing(Self.scenario(text)) { instance in
            // More at once than the session has connections, with nothing that the lane would send; nobody opens the gate.
            var clients: [WireClient] = []
            for _ in 1...3 {
                let client = try await WireClient(instance.url)
                try await client.get("/x")
                clients.append(client)
            }
            while await instance.held("gate").count < 3 { await Task.yield() }
            let held = await instance.journal()
            #expect(held.exchanges.count == 3 && held.connections.count == 3)
            #expect(held.exchanges.allSatisfy { $0.bodySent == 2 && $0.ended == nil && $0.transfer == nil })
            await instance.open("gate")
            for client in clients {
                let response = await client.response()
                #expect(response.head.status == 200 && response.body == Array("hello".utf8))
            }
            #expect(await instance.end().exchanges.map(\.reason) == [.complete, .complete, .complete])
        }
    }
}
