import Digests
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Content of requests that is larger than anybody should keep.
@Suite(.timeLimit(.minutes(5))) struct UploadTests {
    private static let size = 64 << 20
    /// What both kernels keep at most of what nobody reads.
    private static let buffers: Int = {
        let limits = ["rmem", "wmem"].map { name in
            let text = try? String(contentsOfFile: "/proc/sys/net/ipv4/tcp_\(name)", encoding: .utf8)
            return text?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
        }
        return limits.reduce(0) { $0 + ($1 ?? 16 << 20) }
    }()

    @Test(arguments: [0, 100_000] as [Int64])
    func `a held request is not read on, and its client is stopped until the gate opens`(place: Int64) async throws {
        let answer = Answer(body: .text("thanks"), script: [.at(.request(place), .hold(gate: "g"))])
        try await playing(.of(["/x": answer, "/ping": Answer(body: .text("pong"))])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send("PUT /x HTTP/1.1\r\nHost: test\r\nContent-Length: \(Self.size)\r\n\r\n")
            async let sending: Void = client.upload(Self.size)
            #expect(await instance.wait(limit: .seconds(200)) { $0.isHold(at: "g") } != nil)
            // Nothing moves any more when others were answered again and again meanwhile.
            let other = try await WireClient(instance.url)
            var (uploaded, turns) = (-1, 0)
            while turns < 20 {
                let now = await client.uploaded
                turns = now == uploaded ? turns + 1 : 0
                uploaded = now
                #expect(try await other.fetch("/ping").head.status == 200)
            }
            let held = try #require(await instance.record(of: ExchangeID(1))).request
            #expect((place..<place + 64 << 10).contains(held.bodyReceived) && held.bodySHA256 == nil)
            #expect(uploaded < Self.size && uploaded <= Self.buffers + Int(place) + 128 << 10)
            await instance.open("g")
            try await sending
            #expect(await client.response().body == Array("thanks".utf8))
            let whole = try #require(await instance.end().exchanges.first).request
            #expect(whole.bodyReceived == Int64(Self.size))
            #expect(whole.bodySHA256 == SHA256.digest(of: PatternStream(seed: 0).bytes(from: 0, count: Self.size)).hex)
        }
    }

    @Test func `content that is none is answered with 400, and the connection ended`() async throws {
        try await playing(.of(["/x": Answer(body: .text("thanks"))])) { instance in
            let client = try await WireClient(instance.url)
            try await client.send(
                "PUT /x HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nx\r\n")
            let response = await client.response()
            #expect(response.head.status == 400 && response["Connection"] == "close")
            #expect(response.text.contains("chunk"), "\(response.text)")
            let exchanges = await instance.end().exchanges
            #expect(exchanges.map(\.reason) == [.refused, .refused])
            #expect(exchanges.first?.request.bodyReceived == 5 && exchanges.first?.response == nil)
        }
    }

    #if os(Linux)
    /// The most memory that a process has had, in bytes.
    private static func peak(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }

    private struct Ready: Decodable {
        var url: String
    }

    @Test(
        .disabled(if: isAddressSanitized, "AddressSanitizer keeps freed memory"), arguments: [[], ["--early", "0B"]])
    func `an upload is never gathered in memory`(options: [String]) async throws {
        let program = try Program("fixture-server", ["serve", "Package.swift", "-q"] + options)
        let ready = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8))
        let client = try await WireClient(ready.url)
        let request = "PUT /Package.swift HTTP/1.1\r\nHost: test\r\nContent-Length: "
        try await client.send(request + "4\r\n\r\ntiny")
        #expect(await client.response().head.status == 200)
        let before = try Self.peak(of: program.pid)
        try await client.send(request + "\(Self.size)\r\n\r\n")
        try await client.upload(Self.size)
        #expect(await client.response().head.status == 200)
        #expect(try Self.peak(of: program.pid) - before < 16 << 20)
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
    }
    #endif
}
