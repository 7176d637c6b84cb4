import FixtureServer
import Scenarios
import TestSupport
import Testing

/// Every written form of a pace, played to a client by a clock that the test moves: which sizes go out, and when.
///
/// A piece is looked for a nanosecond before it is due, where nothing may have come, and at the moment itself.
@Suite(.timeLimit(.minutes(5))) struct PaceFormTests {
    /// A pace, a length, and the pieces as SIZE@MILLISECONDS.
    struct Form: Sendable, CustomTestStringConvertible {
        var pace: String
        var length: Int64
        var pieces: String

        var testDescription: String { "\(pace) of \(length) B" }
    }

    static let forms: [Form] = [
        Form(pace: "1386B@50ms", length: 5000, pieces: "1386@0 1386@50 1386@100 842@150"),
        Form(pace: "1386B..1386B@50ms..50ms", length: 5000, pieces: "1386@0 1386@50 1386@100 842@150"),
        Form(pace: "1000B@20ms", length: 3000, pieces: "1000@0 1000@20 1000@40"),
        Form(pace: "1B@1us", length: 4, pieces: "1@0 1@0.001 1@0.002 1@0.003"),
        Form(pace: "1KiB@1h", length: 2500, pieces: "1024@0 1024@3600000 452@7200000"),
        Form(pace: "100KiB@0.5ms", length: 150_000, pieces: "102400@0 47600@0.5"),
        Form(pace: "1B/s", length: 3, pieces: "1@1000 1@2000 1@3000"),
        Form(pace: "3B/s", length: 3, pieces: "1@333.333334 1@666.666667 1@1000"),
        Form(pace: "100B/s", length: 5, pieces: "2@20 2@40 1@50"),
        Form(pace: "27KiB/s", length: 1200, pieces: "552@19.965278 552@39.930556 96@43.402778"),
        Form(pace: "1GiB/s", length: 100_000, pieces: "65536@0.061036 34464@0.093133"),
        Form(pace: "1TiB/s", length: 100_000, pieces: "65536@0.00006 34464@0.000091"),
        Form(pace: "80ms", length: 1000, pieces: "250@20 250@40 250@60 250@80"),
        Form(pace: "7s", length: 3, pieces: "1@2333.333334 1@4666.666667 1@7000"),
        Form(pace: "2d", length: 2, pieces: "1@86400000 1@172800000"),
        Form(pace: "1us", length: 100_000, pieces: "65536@0.000656 34464@0.001"),
    ]

    /// Lets whatever was not seen at its moment come to its end, so that a failure is told and not waited for.
    private static let lots = Duration.seconds(1_000_000)

    @Test(arguments: forms, [Answer.Framing.length, .chunked, .untilClose])
    func `sizes are exact, and each goes out at its moment`(form: Form, framing: Answer.Framing) async throws {
        let answer = Answer(body: .pattern(form.length), framing: framing, pace: try Notation.pace(form.pace))
        try await playing(.of(["/x": answer]), clock: .manual) { instance in
            let client = try await WireClient(instance.url, receiveBuffer: 200_000)
            try await client.get("/x")
            async let response = client.response()
            try await instance.begun()
            try await instance.sends(form.pieces)
            await instance.advance(by: Self.lots)
            let whole = await Octets(response.body)
            #expect(whole == Octets(PatternStream(seed: 0).bytes(from: 0, count: Int(form.length))))
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.reason == .complete)
            var place: Int64 = 0
            for (write, size) in zip(record.writes.filter { $0.body > 0 }, form.sizes) {
                #expect(write.offset == place && write.body == size && write.taken == write.length)
                place += Int64(write.body)
            }
            #expect(place == form.length)
        }
    }

    @Test(arguments: [Answer.Framing.length, .chunked, .untilClose])
    func `without a pace all goes as fast as the socket takes it, though no time passes`(
        framing: Answer.Framing
    ) async throws {
        try await playing(.of(["/x": Answer(body: .pattern(150_000), framing: framing)]), clock: .manual) { instance in
            #expect(try await WireClient(instance.url).fetch("/x").body.count == 150_000)
            let record = try #require(await instance.end().exchanges.first)
            #expect(record.paces.isEmpty && record.writes.allSatisfy { $0.body <= 65_536 })
        }
    }

    @Test func `a hold gives nothing to catch up, and a pace that changes there begins at once`() async throws {
        let answer = Answer(
            body: .pattern(1000), pace: try Notation.pace("400B@10ms"),
            script: [
                .at(.percent(50), .hold(gate: "half")), .at(.percent(50), .pace(try Notation.pace("100B@4ms"))),
                .at(.percent(70), .pace(try Notation.pace("100B/s"))), .at(.byte(706), .pause(.seconds(1))),
                .at(.byte(710), .pace(try Notation.pace("29ms"))),
            ])
        try await playing(.of(["/x": answer]), clock: .manual) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            try await instance.begun()
            try await instance.sends("400@0 100@10")
            await instance.advance(by: .seconds(3600))
            #expect(await instance.bodySent == 500)
            await instance.open("half")
            await instance.advance(by: .zero)
            // From the opening; the rate from the change, behind the pause from its end, and so the time.
            try await instance.sends("100@0 100@4 2@24 2@44 2@64 2@1084 2@1104", behind: 500)
            try await instance.sends("200@20 90@29", behind: 710)
            await instance.advance(by: Self.lots)
            #expect(await client.response().body.count == 1000)
        }
    }

    @Test func `a socket that was full gives nothing to catch up`() async throws {
        let piece = 6 << 20
        let answer = Answer(
            body: .repeated(.bytes([UInt8](repeating: 7, count: 1 << 20)), times: 12),
            pace: .writes(WriteSchedule(size: Int64(piece), interval: .milliseconds(10))))
        try await playing(.of(["/x": answer]), clock: .manual) { instance in
            let client = try await WireClient(instance.url, receiveBuffer: 4096)
            try await client.get("/x")
            let stalled = await instance.wait(limit: .ample) {
                if case .stalled = $0.kind { true } else { false }
            }
            _ = try #require(stalled)
            await instance.advance(by: .seconds(3600))
            let head = try #require(await instance.record(of: ExchangeID(1))?.response?.bytes.bytes.count)
            _ = await client.receive(atLeast: head + piece)
            await instance.advance(by: .milliseconds(10) - .nanoseconds(1))
            #expect(await instance.bodySent == Int64(piece))
            await instance.advance(by: .nanoseconds(1))
            _ = await client.receive(atLeast: head + 2 * piece)
            #expect(await instance.bodySent == Int64(2 * piece))
        }
    }

    @Test(arguments: [1, 2]) func `jitter stays in its spans and is the seed's`(seed: UInt64) async throws {
        let answer = Answer(body: .pattern(1000), pace: try Notation.pace("10B..40B@5ms..20ms"))
        let first = try await moments(of: answer, seed: seed)
        #expect(try await moments(of: answer, seed: seed) == first)
        #expect(try await moments(of: answer, seed: seed + 10) != first)
        #expect(first.dropLast().allSatisfy { (10...40).contains($0.size) } && Set(first.map(\.size)).count > 5)
        let gaps = zip(first, first.dropFirst()).map { $1.millisecond - $0.millisecond }
        // Seen to the next whole millisecond.
        #expect(gaps.allSatisfy { (4...21).contains($0) } && Set(gaps).count > 5)
    }

    struct Moment: Equatable {
        var size: Int64
        var millisecond: Int
    }

    /// What goes out in each millisecond, until all has.
    private func moments(of answer: Answer, seed: UInt64) async throws -> [Moment] {
        try await playing(.of(["/x": answer]), clock: .manual, seed: seed) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x")
            try await instance.begun()
            var moments: [Moment] = []
            var sent: Int64 = 0
            for millisecond in 0..<10_000 where sent < 1000 {
                if millisecond > 0 { await instance.advance(by: .milliseconds(1)) }
                let now = try #require(await instance.bodySent)
                if now > sent { moments.append(Moment(size: now - sent, millisecond: millisecond)) }
                sent = now
            }
            return moments
        }
    }

    @Test func `a time for the body is for all parts of it together, when there are several`() async throws {
        let answer = Answer(body: .pattern(1000), pace: .within(.seconds(2)))
        try await playing(.of(["/x": answer]), clock: .manual) { instance in
            let client = try await WireClient(instance.url)
            try await client.get("/x", ["Range: bytes=0-99,500-599"])
            try await instance.begun()
            #expect(await instance.bodySent == 0)
            await instance.advance(by: .seconds(1))
            let half = try #require(await instance.bodySent)
            #expect((50..<150).contains(half))
            await instance.advance(by: .nanoseconds(999_999_999))
            #expect(await instance.record(of: ExchangeID(1))?.ended == nil)
            await instance.advance(by: .nanoseconds(1))
            #expect(await instance.record(of: ExchangeID(1))?.reason == .complete)
            #expect(await instance.bodySent == 200)
        }
    }

    @Test func `a line that is shared carries what it can by each moment, and not a byte more`() async throws {
        var scenario = Scenario.of(["/x": Answer(body: .pattern(700))])
        scenario.link = 5000
        try await playing(scenario, clock: .manual) { instance in
            let clients = try await [WireClient(instance.url), WireClient(instance.url)]
            for client in clients { try await client.get("/x") }
            let both = await instance.wait(limit: .ample) {
                if case .requested = $0.kind { $0.exchange == ExchangeID(2) } else { false }
            }
            _ = try #require(both)
            await instance.advance(by: .zero)
            // A share is what the line carries in 20 ms.
            for number in Int64(1)...14 {
                await instance.advance(by: .milliseconds(20) - .nanoseconds(1))
                #expect(await instance.sentInAll == 100 * (number - 1))
                await instance.advance(by: .nanoseconds(1))
                #expect(await instance.sentInAll == 100 * number)
            }
            let journal = await instance.journal()
            #expect(journal.exchanges.allSatisfy { $0.writes.allSatisfy { $0.taken == 100 } })
            // They take turns.
            #expect(journal.exchanges.map(\.sent) == [700, 700])
        }
    }
}

extension PaceFormTests.Form {
    var sizes: [Int] { pieces.split(separator: " ").compactMap { Int($0.prefix { $0 != "@" }) } }
}

extension Instance {
    /// Moves the clock from piece to piece, SIZE@MILLISECONDS from now on, and sees each come at its moment and not before.
    ///
    /// `start` was sent before them; those that are due at once have gone.
    fileprivate func sends(_ pieces: String, behind start: Int64 = 0) async throws {
        var (now, sent) = (Duration.zero, start)
        for piece in pieces.split(separator: " ") {
            let parts = piece.split(separator: "@")
            let due = try Notation.duration(parts[1] + "ms")
            if due > now {
                await advance(by: due - now - .nanoseconds(1))
                #expect(await bodySent == sent, "a nanosecond before \(piece) ms")
                await advance(by: .nanoseconds(1))
            }
            now = due
            sent += try #require(Int64(parts[0]))
            #expect(await bodySent == sent, "at \(piece) ms")
        }
    }

    /// How many bytes all exchanges have sent, heads included.
    fileprivate var sentInAll: Int64 {
        get async { await journal().exchanges.map(\.sent).reduce(0, +) }
    }
}
