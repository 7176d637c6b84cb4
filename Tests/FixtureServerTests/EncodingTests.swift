import Compression
import FixtureServer
import Fixtures
import HTTPMessages
import HTTPWire
import Scenarios
import TestSupport
import Testing

/// Content codings over a socket.
@Suite(.timeLimit(.minutes(5))) struct EncodingTests {
    private static let length: Int64 = 100_000

    private static func bytes(_ count: Int64 = length) -> Octets {
        Octets(PatternStream(seed: 0).bytes(from: 0, count: Int(count)))
    }

    private func decoded(_ code: [UInt8], _ coding: ContentCoding = .gzip) throws -> Octets {
        let inflater = Inflater(coding)
        inflater.receive(code)
        var bytes: [UInt8] = []
        while let piece = try inflater.next() { bytes += piece }
        return Octets(bytes)
    }

    @Test(
        arguments: [(.gzip, .length), (.gzip, .chunked), (.deflate, .length), (.deflate, .untilClose)]
            as [(EncodingRule.Coding, Answer.Framing)])
    func `who asks for a coding gets it, with a tag of its own, and who does not gets the bytes`(
        coding: EncodingRule.Coding, framing: Answer.Framing
    ) async throws {
        let answer = Answer(
            body: .pattern(Self.length), etag: .strong("v1"), encoding: .negotiated(coding), framing: framing)
        try await playing(.of(["/x": answer])) { instance in
            let coded = try await WireClient(instance.url).fetch("/x", ["Accept-Encoding: br, \(coding)"])
            #expect(coded["Content-Encoding"] == coding.rawValue && coded["Vary"] == "Accept-Encoding")
            #expect(coded["ETag"] == "\"v1-\(coding)\"" && coded["Accept-Ranges"] == nil)
            #expect(try decoded(coded.body, coding == .gzip ? .gzip : .deflate) == Self.bytes())
            #expect(coded["Content-Length"] == (framing == .length ? String(coded.body.count) : nil))
            let plain = try await WireClient(instance.url).fetch("/x")
            #expect(plain["Content-Encoding"] == nil && plain["Vary"] == "Accept-Encoding")
            #expect(plain["ETag"] == "\"v1\"" && plain["Accept-Ranges"] == "bytes")
            #expect(Octets(plain.body) == Self.bytes())
            let records = await instance.end().exchanges
            #expect(records.map(\.coding) == [ExchangeRecord.Coding(name: coding.rawValue), nil])
            #expect(records.map(\.bodySent) == [Self.length, Self.length])
            #expect(records.map(\.served) == [0..<Self.length, 0..<Self.length])
        }
    }

    @Test func `a coded answer has a head for HEAD, a 304 for its own tag, and no ranges`() async throws {
        let answer = Answer(body: .pattern(Self.length), etag: .strong("v1"), encoding: .negotiated(.gzip))
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            let gzip = "Accept-Encoding: gzip"
            let head = try await client.fetch("/x", method: "HEAD", [gzip])
            let whole = try await client.fetch("/x", [gzip, "Range: bytes=10-19"])
            #expect(whole.head.status == 200 && head["Content-Length"] == String(whole.body.count))
            let known = try await client.fetch("/x", [gzip, "If-None-Match: \"v1-gzip\""])
            #expect(known.head.status == 304 && known["ETag"] == "\"v1-gzip\"" && known["Vary"] == "Accept-Encoding")
            #expect(try await client.fetch("/x", [gzip, "If-None-Match: \"v1\""]).head.status == 200)
            let part = try await client.fetch("/x", ["Range: bytes=10-19"])
            #expect(part.head.status == 206 && part.body.count == 10)
            let nothing = try await client.fetch("/x", ["Accept-Encoding: identity;q=0, br"])
            #expect(nothing.head.status == 406 && nothing["Vary"] == "Accept-Encoding")
        }
    }

    @Test func `what lies before a hold can be decoded while the server holds`() async throws {
        let script: [Step] = [.at(.percent(25), .hold(gate: "a")), .at(.byte(99_999), .hold(gate: "b"))]
        let answer = Answer(body: .pattern(Self.length), encoding: .always(.gzip), script: script)
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            for (gate, place) in [("a", 25_000), ("b", 99_999)] as [(String, Int64)] {
                let held = await instance.wait(limit: .ample) { event in
                    if case .held(gate, place, place) = event.kind { true } else { false }
                }
                let exchange = try #require(held?.exchange)
                let record = try #require(await instance.record(of: exchange))
                let sent = record.writes.reduce(0) { $0 + $1.taken }
                let received = await client.receive(atLeast: sent)
                let head = try #require(record.response?.bytes.bytes.count)
                #expect(try decoded(Array(received[head...])) == Self.bytes(place))
                await instance.open(gate)
            }
            let response = await client.response()
            #expect(try decoded(response.body) == Self.bytes())
            #expect(response["Content-Length"] == String(response.body.count))
        }
    }

    @Test(
        arguments: [
            (.gzip, nil), (.gzipTwoMembers, nil), (.gzipTruncated, .truncated), (.gzipBadChecksum, .corrupt),
            (.gzipJunkAfter, .trailingJunk),
        ] as [(EncodingRule.Form, DecodingFailure.Code?)])
    func `a form is sent whatever the request says, in correct framing`(
        form: EncodingRule.Form, fault: DecodingFailure.Code?
    ) async throws {
        try await playing(.of(["/x": Answer(body: .pattern(Self.length), encoding: .always(form))])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/x", ["Accept-Encoding: identity"])
            #expect(response["Content-Encoding"] == "gzip" && response["Vary"] == nil)
            #expect(response.completeness == .complete)
            let inflater = Inflater(.gzip)
            inflater.receive(response.body)
            var found: DecodingFailure.Code?
            do throws(DecodingFailure) {
                while try inflater.next() != nil {}
                try inflater.finish()
            } catch {
                found = error.code
            }
            #expect(found == fault)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.coding == ExchangeRecord.Coding(name: "gzip", form: form.rawValue))
            #expect(record.bodySent == form.codedLength(of: Self.length))
            #expect(record.line.contains(" gzip (\(form.rawValue)) "))
        }
    }

    @Test func `raw deflate has the name of deflate`() async throws {
        try await playing(.of(["/x": Answer(body: .pattern(999), encoding: .always(.deflateRaw))])) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response["Content-Encoding"] == "deflate")
            #expect(response.body == Deflater.code(PatternStream(seed: 0).bytes(from: 0, count: 999), .raw, level: 1))
        }
    }

    @Test func `brotli is the file that was made beforehand`() async throws {
        let answer = Answer(body: .file("text/ruler.txt"), encoding: .negotiated(.br))
        let library = FixtureLibrary(root: try FixtureRoot.located(besides: nil))
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            let coded = try await client.fetch("/x", ["Accept-Encoding: gzip, br"])
            #expect(coded["Content-Encoding"] == "br" && coded["Content-Type"]?.hasPrefix("text/plain") == true)
            #expect(try Octets(coded.body) == Octets(Array(library.contents(of: "text/ruler.txt.br"))))
            let plain = try await client.fetch("/x", ["Accept-Encoding: gzip"])
            #expect(try Octets(plain.body) == Octets(Array(library.contents(of: "text/ruler.txt"))))
            #expect(await instance.end().exchanges.first?.bodySent == 131_072)
        }
    }

    @Test func `an endless body is coded as it goes, and pieces are of the code`() async throws {
        let answer = Answer(
            body: .pattern(nil), encoding: .always(.gzip), framing: .chunked,
            pace: .writes(WriteSchedule(size: 1000, interval: .milliseconds(1))))
        try await playing(.of(["/x": answer])) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            let received = await client.receive(atLeast: 20_000)
            await client.close()
            #expect(received.count >= 20_000)
            let record = try #require(await instance.end().exchanges.first)
            let sizes = Set(record.writes.dropFirst().map(\.length))
            // Three hexadecimal digits and two line ends around each.
            #expect(sizes == [1000 + 7])
        }
    }

    @Test func `an empty body is sent as it is`() async throws {
        try await playing(.of(["/x": Answer(encoding: .always(.gzip))])) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response["Content-Encoding"] == nil && response["Content-Length"] == "0")
        }
    }
}
