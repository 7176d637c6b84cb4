import HTTPMessages
import Testing

@Suite struct RangeHeaderTests {
    /// A Range field held against 1,000 bytes; nil means ignored.
    static let rows: [(String, RangeHeader.Resolution?)] = [
        ("bytes=0-0", .partial([0..<1])),
        ("bytes=0-", .partial([0..<1000])),
        ("bytes=999-", .partial([999..<1000])),
        ("bytes=1000-", .unsatisfiable),
        ("bytes=1001-2000", .unsatisfiable),
        ("bytes=500-600", .partial([500..<601])),
        ("bytes=990-5000", .partial([990..<1000])),
        ("bytes=-1", .partial([999..<1000])),
        ("bytes=-1000", .partial([0..<1000])),
        ("bytes=-5000", .partial([0..<1000])),
        ("bytes=-0", .unsatisfiable),
        ("bytes=0-0,2-3", .partial([0..<1, 2..<4])),
        ("bytes=0-0,-1", .partial([0..<1, 999..<1000])),
        ("bytes=900-,0-9", .partial([900..<1000, 0..<10])),
        ("bytes=0-0,2000-", .partial([0..<1])),
        ("bytes=2000-,3000-", .unsatisfiable),
        ("bytes=0-9,5-14", .partial([0..<10, 5..<15])),
        ("bytes=0-9,5-14,8-20", .whole),
        ("bytes=0-9 , 20-29", .partial([0..<10, 20..<30])),
        ("bytes=,0-9,", .partial([0..<10])),
        ("BYTES=0-9", .partial([0..<10])),
        ("bytes=0-9223372036854775807", .partial([0..<1000])),
        ("bytes=0-99999999999999999999", .partial([0..<1000])),
        ("bytes=99999999999999999999-", .unsatisfiable),
        ("bytes=18446744073709551616-18446744073709551617", .unsatisfiable),
        ("bytes=-99999999999999999999", .partial([0..<1000])),
        ("bytes=00-009", .partial([0..<10])),
        ("bytes=5-4", nil),
        ("bytes=0-0,5-4", nil),
        ("bytes=", nil),
        ("bytes=,", nil),
        ("bytes=-", nil),
        ("bytes=a-b", nil),
        ("bytes=1", nil),
        ("bytes=1-2-3", nil),
        ("bytes=--1", nil),
        ("bytes=+1-2", nil),
        ("bytes=0x0-0x9", nil),
        ("bytes= 0-9", nil),
        ("bytes=0-9 ", nil),
        ("bytes=0 -9", nil),
        ("bytes =0-9", nil),
        ("bytes:0-9", nil),
        ("bytes 0-9", nil),
        ("0-9", nil),
        ("items=0-9", nil),
        ("", nil),
        ("=0-9", nil),
    ]

    @Test(arguments: rows)
    func `a range resolves as RFC 9110 says`(value: String, expected: RangeHeader.Resolution?) {
        #expect(RangeHeader(parsing: value)?.resolved(completeLength: 1000) == expected)
    }

    @Test(
        arguments: [
            ("bytes=0-", .unsatisfiable), ("bytes=-5", .whole), ("bytes=-0", .unsatisfiable), ("bytes=0-,-1", .whole),
        ] as [(String, RangeHeader.Resolution)])
    func `nothing can be had of an empty body but all of it`(value: String, expected: RangeHeader.Resolution) {
        #expect(RangeHeader(parsing: value)?.resolved(completeLength: 0) == expected)
    }

    @Test func `too many ranges are answered with everything`() {
        let many = RangeHeader((0..<65).map { .from($0 * 10, through: $0 * 10) })
        #expect(many.resolved(completeLength: 1000) == .whole)
        #expect(RangeHeader(Array(many.specs.prefix(64))).resolved(completeLength: 1000) != .whole)
    }

    @Test(arguments: [
        ("bytes=0-,0-0", true), ("bytes=0-,0-", true), ("bytes=0-499,500-,0-0", true), ("bytes=0-499,500-", false),
        ("bytes=0-599,600-", false), ("bytes=0-9,5-14", false),
    ])
    func `ranges that come to more than the whole are answered with it`(value: String, isWhole: Bool) {
        #expect((RangeHeader(parsing: value)?.resolved(completeLength: 1000) == .whole) == isWhole)
    }

    @Test(arguments: ["bytes=0-0", "bytes=7-", "bytes=-5", "bytes=0-0,7-,-5"])
    func `a range is written as it was read`(value: String) {
        #expect(RangeHeader(parsing: value)?.description == value)
    }

    @Test func `lengths near 2^63 do not overflow`() {
        let (last, all) = (RangeHeader.Spec.from(.max - 1, through: .max), RangeHeader.Spec.suffix(.max))
        #expect(RangeHeader([last]).resolved(completeLength: .max) == .partial([(.max - 1)..<(.max)]))
        #expect(RangeHeader([all]).resolved(completeLength: .max) == .partial([0..<(.max)]))
        #expect(RangeHeader([last, all]).resolved(completeLength: .max) == .whole)
    }
}
