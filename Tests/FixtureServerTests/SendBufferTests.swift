import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// How much a server writes for a client that does not read.
@Suite(.timeLimit(.minutes(5))) struct SendBufferTests {
    private struct Ready: Decodable {
        var url: String
    }

    private static let answers = ["/x": Answer(body: .pattern(1 << 30)), "/ping": Answer(body: .text("pong"))]

    /// What the kernels take of an answer that nobody reads.
    private func taken(of instance: Instance) async throws -> Int64 {
        let client = try await WireClient(instance.url, receiveBuffer: 4096)
        try await client.get("/x")
        let stalled = await instance.wait(limit: .ample) { if case .stalled = $0.kind { true } else { false } }
        let id = try #require(stalled?.exchange)
        // Nothing moves any more when others were answered again and again meanwhile.
        let other = try await WireClient(instance.url)
        var (sent, turns) = (Int64(-1), 0)
        while turns < 20 {
            let now = try #require(await instance.record(of: id)).sent
            turns = now == sent ? turns + 1 : 0
            sent = now
            #expect(try await other.fetch("/ping").head.status == 200)
        }
        await client.close()
        return sent
    }

    @Test func `a small send buffer stalls the server after a few bytes, and only where it is wanted`() async throws {
        let free = try await playing(.of(Self.answers)) { try await taken(of: $0) }
        let origin = Origin(name: "main", sendBuffer: 16 << 10)
        let small = try await playing(.of(Self.answers, origins: [origin])) { try await taken(of: $0) }
        // The kernel doubles what it is told, and the client's side has a few kilobytes.
        #expect(small < 128 << 10)
        #expect(free > 4 * small)
        let told = try await playing(.of(Self.answers), sendBuffer: 16 << 10) { try await taken(of: $0) }
        #expect(told < 128 << 10)
        let larger = Origin(name: "main", sendBuffer: 64 << 10)
        let both = try await playing(.of(Self.answers, origins: [larger]), sendBuffer: 4 << 10) { instance in
            try await taken(of: instance)
        }
        #expect(both > small, "the scenario goes before the server")
    }

    @Test func `the program has an option for it`() async throws {
        let arguments = ["-q", "--send-buffer", "16KiB"]
        let program = try Program("fixture-server", arguments)
        let ready = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8))
        let client = try await WireClient(ready.url, receiveBuffer: 4096)
        try await client.get("/audio/tune.wav")
        let journal = try await WireClient(ready.url)
        var (last, turns) = (0, 0)
        while turns < 20 {
            try await journal.expect("GET", "GET /_sluice/instances/i1/journal HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            let response = await journal.response()
            try #require(response.head.status == 200)
            let text = String(decoding: response.body, as: UTF8.self)
            let sent = text.matches(of: /"sent" ?: ?(?<sent>[0-9]+)/).compactMap { Int($0.sent) }.max() ?? 0
            turns = sent == last && sent > 0 ? turns + 1 : 0
            last = sent
        }
        #expect((1..<128 << 10).contains(last))
        await client.close()
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
        let refused = await (try Program("fixture-server", ["--send-buffer", "0B"])).end()
        #expect(refused.code == 2 && refused.errors.contains("expected a size from 1B to 1GiB such as 16KiB"))
    }
}
