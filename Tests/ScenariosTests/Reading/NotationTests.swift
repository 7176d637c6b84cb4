import Scenarios
import Testing

@Suite struct NotationTests {
    @Test(arguments: [
        ("0B", Int64(0)), ("1386B", 1386), ("27KiB", 27648), ("0.5KiB", 512), ("1.5MiB", 1_572_864),
        ("10GiB", 10_737_418_240), ("1TiB", 1_099_511_627_776), ("0.0009765625KiB", 1),
        ("9223372036854775807B", Int64.max),
    ])
    func `sizes are whole bytes`(text: String, bytes: Int64) throws {
        #expect(try Notation.size(text) == bytes)
    }

    @Test(arguments: [
        "", "B", "1", "1 B", "-1B", "+1B", "1.B", ".5B", "0.3B", "1e3B", "0x1B", "1KB", "١B", "9223372036854775808B",
        "8388608TiB", "0.00000000000000000001TiB", "99999999999999999999B",
    ])
    func `other sizes are refused`(text: String) {
        #expect(throws: NotationError.self) { try Notation.size(text) }
    }

    @Test(arguments: [
        ("20ms", Duration.milliseconds(20)), ("3.6s", .milliseconds(3600)), ("1us", .microseconds(1)),
        ("0.5us", .nanoseconds(500)), ("2min", .seconds(120)), ("1h", .seconds(3600)), ("7d", .seconds(604_800)),
    ])
    func `durations have units`(text: String, duration: Duration) throws {
        #expect(try Notation.duration(text) == duration)
    }

    @Test(arguments: [
        ("60%", Offset.percent(millionths: 60_000_000)), ("12.5%", .percent(millionths: 12_500_000)),
        ("100%", .percent(millionths: 100_000_000)), ("0B", .bytes(0)), ("1386B", .bytes(1386)),
        ("-4KiB", .fromEnd(4096)), ("marker:jpeg-scan-2", .marker("jpeg-scan-2", delta: 0)),
        ("marker:jpeg-scan-2+16B", .marker("jpeg-scan-2", delta: 16)),
        ("marker:mp4-moov-1KiB", .marker("mp4-moov", delta: -1024)),
    ])
    func `offsets count from the start, from the end, in parts and from markers`(text: String, offset: Offset) throws {
        #expect(try Notation.offset(text) == offset)
        #expect(try Notation.position(text) == .offset(offset))
    }

    @Test(arguments: [
        ("request", Position.request(0)), ("request+64KiB", .request(65536)), ("head", .head(0)),
        ("head+20B", .head(20)), ("body", .body), ("end", .end(0)), ("end+3B", .end(3)), ("done", .done),
    ])
    func `positions are words on the way`(text: String, position: Position) throws {
        #expect(try Notation.position(text) == position)
    }

    @Test(arguments: [
        ("1386B@20ms", Pace.writes(WriteSchedule(size: 1386, interval: .milliseconds(20)))),
        (
            "512B..2KiB@40ms..60ms",
            .writes(WriteSchedule(size: 512...2048, interval: .milliseconds(40) ... .milliseconds(60)))
        ),
        ("27KiB/s", .rate(27648)), ("3.6s", .within(.milliseconds(3600))),
    ])
    func `a pace is exact, smooth or a time`(text: String, pace: Pace) throws {
        #expect(try Notation.pace(text) == pace)
    }

    @Test(arguments: [
        ("2", Bounds(exactly: 2)), ("1..3", Bounds(lower: 1, upper: 3)), ("..3", Bounds(lower: nil, upper: 3)),
        ("1..", Bounds(lower: 1, upper: nil)),
    ])
    func `bounds may be open`(text: String, bounds: Bounds<Int>) throws {
        #expect(try Notation.bounds(text, Notation.count) == bounds)
    }

    @Test(arguments: ["..", "3..1", "...", "1..2..3", "a..b", ""])
    func `other bounds are refused`(text: String) {
        #expect(throws: NotationError.self) { try Notation.bounds(text, Notation.count) }
    }

    @Test(arguments: [
        ("1386@20ms", "1386B@20ms"), ("1386B@20", nil), ("27KiB", "27KiB/s"), ("27kb/s", "27KiB/s"),
        ("1kib@1msec", "1KiB@1msec"), ("2KiB..512B@1ms", "512B..2KiB@1ms"),
    ])
    func `the whole text that was meant is suggested`(text: String, meant: String?) {
        let error = #expect(throws: NotationError.self) { try Notation.pace(text) }
        #expect(error?.meant == meant)
    }

    @Test(arguments: [
        ("/x", "main", "/x", ""), ("/x?a=b/c", "main", "/x", "?a=b/c"), ("//other/x?y", "other", "/x", "?y"),
    ])
    func `a target is a resource and a query`(text: String, origin: String, path: String, query: String) throws {
        let target = try Notation.target(text)
        #expect(target.resource == ResourcePath(origin: origin, path: path))
        #expect(target.query == query)
    }

    @Test(arguments: ["", "x", "//", "//other", "/a b", "/x#y", "http://h/", "/é"])
    func `other targets are refused`(text: String) {
        #expect(throws: NotationError.self) { try Notation.target(text) }
    }
}
