import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import HTTPWire
import TestSupport
import Testing

/// A file of 5 GiB, of which a few bytes are on disk and none in memory.
@Suite(.timeLimit(.minutes(5))) struct LargeFileTests {
    static let length: Int64 = 5 << 30
    static let marks: [Int64: [UInt8]] = [
        0: Array("first".utf8), (1 << 31) - 4: Array("two-gigs".utf8), (1 << 32) - 4: Array("four-gig".utf8),
        (5 << 30) - 5: Array("last!".utf8),
    ]

    /// Serves a file for the length of a closure.
    private func serving(_ file: SparseFile, _ body: (Instance) async throws -> Void) async throws {
        let loop = EventLoop(name: "fixture-server")
        let server = FixtureServer(configuration: FixtureServer.Configuration(loop: loop))
        let instance = try await server.startFiles([file.url])
        do {
            try await body(instance)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    static let rows: [(range: String, contentRange: String, text: String)] = [
        ("bytes=0-4", "bytes 0-4/5368709120", "first"),
        ("bytes=2147483644-2147483651", "bytes 2147483644-2147483651/5368709120", "two-gigs"),
        ("bytes=4294967292-4294967299", "bytes 4294967292-4294967299/5368709120", "four-gig"),
        ("bytes=4294967296-4294967297", "bytes 4294967296-4294967297/5368709120", "-g"),
        ("bytes=5368709119-", "bytes 5368709119-5368709119/5368709120", "!"),
        ("bytes=-5", "bytes 5368709115-5368709119/5368709120", "last!"),
    ]

    @Test(arguments: rows, ["", "chunked", "1KiB/s"])
    func `each range has its bytes, however it is sent`(
        row: (range: String, contentRange: String, text: String), manner: String
    ) async throws {
        let file = try SparseFile(length: Self.length, marks: Self.marks)
        try await serving(file) { instance in
            let query = manner.isEmpty ? "" : manner == "chunked" ? "?framing=chunked" : "?pace=\(manner)"
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/sparse.bin" + query, ["Range: \(row.range)"])
            #expect(response.head.status == 206 && response["Content-Range"] == row.contentRange)
            #expect(String(decoding: response.body, as: UTF8.self) == row.text)
        }
    }

    @Test(arguments: ["", "?pace=1GiB/s", "?framing=chunked", "?split=1MiB@1ms"])
    func `sendfile has it where the kernel can, and the journal shows what was offered`(query: String) async throws {
        let file = try SparseFile(length: Self.length, marks: Self.marks)
        try await serving(file) { instance in
            let client = try await WireClient(instance.url)
            let count = 3 << 20
            let start = Int64(1 << 32) - 4
            let response = try await client.fetch(
                "/sparse.bin" + query, ["Range: bytes=\(start)-\(start + Int64(count) - 1)"])
            #expect(response.body.count == count && Array(response.body.prefix(8)) == Array("four-gig".utf8))
            let writes = try #require(await instance.end().exchanges.first).writes.filter { $0.offset != nil }
            let largest = try #require(writes.map(\.length).max())
            // All that is left of the file is offered at once, or pieces of it are, which were made in memory.
            if query.isEmpty { #expect(largest == count) } else { #expect(largest <= (1 << 20) + 16) }
            #expect(writes.first?.offset == start && writes.reduce(0) { $0 + $1.body } == count)
        }
    }

    @Test(arguments: ["", "?framing=chunked"])
    func `a file that becomes shorter ends its answers and nothing else`(query: String) async throws {
        let file = try SparseFile(length: 64 << 20)
        try await serving(file) { instance in
            let client = try await WireClient(instance.url, receiveBuffer: 4096)
            try await client.get("/sparse.bin" + query)
            let stalled = await instance.wait(limit: .ample) {
                if case .stalled = $0.kind { true } else { false }
            }
            _ = try #require(stalled)
            try file.truncate(to: 100)
            #expect(await client.response().completeness != .complete)
            let record = try #require(await instance.journal().exchanges.first)
            #expect(record.reason == .failed && record.failedWrite?.reason == "file too short")
            #expect(record.bodySent < 64 << 20)
            #expect(try await WireClient(instance.url).fetch("/nothing").head.status == 404)
        }
    }

    @Test func `what is too large to be searched for markers has none, and that is said`() async throws {
        let file = try SparseFile(length: Self.length)
        try await serving(file) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/sparse.bin?cut=marker:jpeg-scan-2:rst")
            let beginning = String(decoding: await client.receive(atLeast: 15), as: UTF8.self)
            try #require(beginning.hasPrefix("HTTP/1.1 400 "))
            let response = await client.response()
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(text.contains("sparse.bin is too large to be searched for markers: 5368709120 bytes"), "\(text)")
        }
    }
}
