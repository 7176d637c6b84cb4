import Digests
import EventLoop
import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Bodies that no memory holds: every place of them is known, none of them is stored.
@Suite(.timeLimit(.minutes(5))) struct LargeBodyTests {
    static let length: Int64 = 10 << 30
    static let ranges: [(value: String, range: Range<Int64>?)] = [
        ("bytes=0-9", 0..<10), ("bytes=2147483640-2147483659", 2_147_483_640..<2_147_483_660),
        ("bytes=4294967290-4294967309", 4_294_967_290..<4_294_967_310),
        ("bytes=4294967295-4294967295", 4_294_967_295..<4_294_967_296),
        ("bytes=4294967296-4294967296", 4_294_967_296..<4_294_967_297),
        ("bytes=10737418237-", 10_737_418_237..<10_737_418_240),
        ("bytes=10737418239-99999999999", 10_737_418_239..<10_737_418_240),
        ("bytes=-1", 10_737_418_239..<10_737_418_240), ("bytes=-65539", 10_737_352_701..<10_737_418_240),
        ("bytes=10737418240-", nil), ("bytes=18446744073709551616-", nil),
    ]

    @Test(arguments: ranges, [Answer.Framing.length, .chunked])
    func `a pattern of 10 GiB has the bytes of each range`(
        row: (value: String, range: Range<Int64>?), framing: Answer.Framing
    ) async throws {
        let answer = Answer(body: .pattern(Self.length), framing: framing)
        try await playing(.of(["/film": answer])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/film", ["Range: \(row.value)"])
            guard let range = row.range else {
                #expect(response.head.status == 416 && response["Content-Range"] == "bytes */10737418240")
                return
            }
            #expect(response.head.status == 206)
            #expect(response["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/10737418240")
            #expect(
                Octets(response.body)
                    == Octets(PatternStream(seed: 0).bytes(from: range.lowerBound, count: range.count)))
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.served == range && record.representation?.length == Self.length)
            #expect(record.writes.compactMap(\.offset).first == range.lowerBound)
        }
    }

    @Test func `the last half is told as what it is, and so is the whole`() async throws {
        try await playing(.of(["/film": Answer(body: .pattern(Self.length))])) { instance in
            let whole = try await WireClient(instance.url).fetch("/film", method: .head)
            #expect(whole["Content-Length"] == "10737418240")
            let client = try await WireClient(instance.url)
            try await client.get("/film", ["Range: bytes=-6442450944"])
            let beginning = String(decoding: await client.receive(atLeast: 300), as: UTF8.self)
            #expect(beginning.contains("\r\nContent-Length: 6442450944\r\n"))
            #expect(beginning.contains("\r\nContent-Range: bytes 4294967296-10737418239/10737418240\r\n"))
            await client.reset()
            #expect(await instance.wait(limit: .ample) { $0.isEnd && $0.exchange == ExchangeID(2) } != nil)
        }
    }

    @Test func `parts from all over it come in one answer`() async throws {
        try await playing(.of(["/film": Answer(body: .pattern(Self.length))])) { instance in
            let response = try await WireClient(instance.url).fetch(
                "/film", ["Range: bytes=-3,0-1,4294967294-4294967297"])
            #expect(response.head.status == 206)
            let ranges: [Range<Int64>] = [
                10_737_418_237..<10_737_418_240, 0..<2, 4_294_967_294..<4_294_967_298,
            ]
            let boundary = try #require(response["Content-Type"]?.split(separator: "boundary=").last)
            var body: [UInt8] = []
            for (index, range) in ranges.enumerated() {
                let head =
                    (index == 0 ? "" : "\r\n") + "--\(boundary)\r\nContent-Type: application/octet-stream\r\n"
                    + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/10737418240\r\n\r\n"
                body += head.utf8
                body += PatternStream(seed: 0).bytes(from: range.lowerBound, count: range.count)
            }
            body += "\r\n--\(boundary)--\r\n".utf8
            #expect(Octets(response.body) == Octets(body))
        }
    }

    @Test func `steps lie where they are said, far behind 4 GiB too`() async throws {
        let answer = Answer(
            body: .pattern(Self.length),
            script: [.at(.percent(50), .hold(gate: "half")), .at(.byte(5_368_709_130), .cut(.fin))])
        try await playing(.of(["/film": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/film", ["Range: bytes=5368709110-5368709999"])
            let held = try #require(await instance.wait(limit: .ample) { $0.isHold(at: "half") })
            guard case .held(_, offset: 5_368_709_120, sent: 10) = held.kind else {
                return #expect(Bool(false), "held as \(held.kind)")
            }
            await instance.open("half")
            let body = await client.response().body
            #expect(Octets(body) == Octets(PatternStream(seed: 0).bytes(from: 5_368_709_110, count: 20)))
        }
    }

    @Test func `its digest is made of pieces, when somebody asks for it, and equals that of the bytes`() async throws {
        let answers = ["/film": Answer(body: .pattern(Self.length)), "/short": Answer(body: .pattern(700_001))]
        try await playing(.of(answers)) { instance in
            let client = try await WireClient(instance.url)
            _ = try await client.fetch("/film", ["Range: bytes=0-0"])
            _ = try await client.fetch("/short", ["Range: bytes=0-0"])
            let journal = await instance.journal()
            let film = try #require(journal.exchanges[0].representation)
            let short = try #require(journal.exchanges[1].representation)
            // A digest of 10 GiB takes many seconds: a journal is not to wait for it.
            #expect(film.sha256 == nil)
            let bytes = PatternStream(seed: 0).bytes(from: 0, count: 700_001)
            #expect(short.sha256 == SHA256.digest(of: bytes).hex)
            // Both begin alike, and no prefix of the large one is stored either.
            #expect(await instance.digest(of: film.id, prefix: 700_001) == short.sha256)
            #expect(await instance.digest(of: film.id, prefix: 262_145) == SHA256.digest(of: bytes[..<262_145]).hex)
            #expect(await instance.digest(of: film.id, prefix: Self.length + 1) == nil)
            let places: [Int64] = [1 << 31, 1 << 32, 1 << 33, Self.length]
            for start in places.map({ $0 - 3 }) {
                let expected = PatternStream(seed: 0).bytes(from: start, count: start == Self.length - 3 ? 3 : 6)
                #expect(await instance.bytes(of: film.id, range: start..<(start + 6)) == expected)
            }
        }
    }

    @Test func `whoever no longer waits for a digest ends the work`() async throws {
        try await playing(.of(["/film": Answer(body: .pattern(Self.length))])) { instance in
            _ = try await WireClient(instance.url).fetch("/film", ["Range: bytes=0-0"])
            let film = try #require(await instance.journal().exchanges.first?.representation?.id)
            let digest = Task { await instance.digest(of: film) }
            digest.cancel()
            #expect(await digest.value == nil)
        }
    }
}
