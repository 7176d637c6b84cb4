import EventLoop
import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Small plain answers, which take a shorter way that nobody should be able to tell from the long one.
@Suite(.timeLimit(.minutes(5))) struct PreparedTests {
    @Test func `the short way and the long way send the same and record the same`() async throws {
        // A script that never comes to anything sends the answer the long way.
        let plain = Answer(body: .text("hello"), etag: .strong("v1"))
        var played = plain
        played.script = [.at(.head(9999), .pause(.zero))]
        try await playing(.of(["/a": plain, "/b": played])) { instance in
            let client = try await WireClient(instance.url)
            let one = try await client.fetch("/a", ["Sluice-Transfer: t"])
            let other = try await client.fetch("/b", ["Sluice-Transfer: t"])
            var fields = [one.head.fields, other.head.fields]
            for index in fields.indices { fields[index].remove("Date") }
            #expect(fields[0] == fields[1] && one.body == other.body && one.head.status == other.head.status)
            let records = await instance.end().exchanges
            #expect(records[0].request.head?.fields == records[1].request.head?.fields)
            #expect(records[0].request.bytes.description.hasPrefix("GET /a HTTP/1.1\r\n"))
            for record in records {
                #expect(record.transfer == "t" && record.reason == .complete && record.framingComplete)
                #expect(record.framing == .length && record.served == 0..<5 && record.bodySent == 5)
                #expect(record.occurrence == 1 && record.attempt == nil)
                #expect(record.writes.map(\.body) == [5] && record.writes.map(\.offset) == [0])
                #expect(record.representation?.etag == EntityTag("v1"))
                let head = record.response?.bytes.bytes.count ?? 0
                #expect(record.writes.first?.length == head + 5 && record.writes.first?.taken == head + 5)
            }
        }
    }

    @Test func `requests that were pipelined without reading are all answered whole`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(16 << 10))])) { instance in
            let client = try await WireClient(instance.url, receiveBuffer: 4096)
            // Ten megabytes: more than both sockets hold, so that some answer is taken only in part.
            let count = 640
            try await client.send(String(repeating: "GET /x HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
            #expect(
                await instance.wait(limit: .ample) { if case .stalled = $0.kind { true } else { false } } != nil)
            let body = PatternStream(seed: 0).bytes(from: 0, count: 16 << 10)
            for _ in 0..<count { #expect(await Octets(client.response().body) == Octets(body)) }
            let records = await instance.end().exchanges
            #expect(records.count == count && records.contains { $0.writes.count > 1 })
            for record in records {
                #expect(record.reason == .complete && record.writes.reduce(0) { $0 + $1.body } == 16 << 10)
                let taken = record.writes.reduce(0) { $0 + $1.taken }
                #expect(taken == record.writes.first?.length)
                #expect(record.writes.last.map { ($0.offset ?? 0) + Int64($0.body) } == 16 << 10)
            }
        }
    }

    @Test func `a client that leaves while a small answer waits for room is seen`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(16 << 10))])) { instance in
            let client = try await WireClient(instance.url, receiveBuffer: 4096)
            try await client.send(String(repeating: "GET /x HTTP/1.1\r\nHost: x\r\n\r\n", count: 640))
            let stall = try #require(
                await instance.wait(limit: .ample) { if case .stalled = $0.kind { true } else { false } })
            await client.reset()
            #expect(await instance.wait(limit: .ample) { $0.exchange == stall.exchange && $0.isEnd } != nil)
            let record = try #require(await instance.end().exchanges.last)
            #expect(record.reason == .left && record.departure?.kind == .rst && !record.framingComplete)
        }
    }

    @Test func `the date moves on`() async throws {
        try await playing(.of(["/x": Answer(body: .text("x"))])) { instance in
            let client = try await WireClient(instance.url)
            var dates: Set<String> = []
            // A second has an end: bounded by the suite's time.
            while dates.count < 2 { dates.insert(try await client.fetch("/x")["Date"] ?? "") }
            #expect(dates.allSatisfy { HTTPDate(parsing: $0) != nil })
        }
    }

    @Test func `a request is answered however it is cut into pieces`() async throws {
        try await playing(.of(["/x": Answer(body: .text("whole"))])) { instance in
            let client = try await WireClient(instance.url)
            let request = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n"
            for cut in 1..<request.count {
                try await client.send(String(request.prefix(cut)))
                try await client.send(String(request.dropFirst(cut)))
                #expect(await client.response().body == Array("whole".utf8))
            }
            let heads = await instance.end().exchanges.map(\.request.bytes.description)
            #expect(heads == Array(repeating: request, count: request.count - 1))
        }
    }
}
