import Scenarios
import Testing

@Suite struct OffsetTests {
    @Test(arguments: [
        (Offset.bytes(0), Int64?(1000), Int64?(0)), (.bytes(1000), 1000, 1000), (.bytes(1001), 1000, nil),
        (.bytes(1 << 50), nil, 1 << 50), (.fromEnd(1), 1000, 999), (.fromEnd(1001), 1000, nil),
        (.fromEnd(1), nil, nil), (.percent(millionths: 60_000_000), 1000, 600),
        (.percent(millionths: 33_333_333), 1000, 333), (.percent(millionths: 100_000_000), 1000, 1000),
        (.percent(millionths: 50_000_000), Int64.max, Int64.max / 2), (.percent(millionths: 50_000_000), nil, nil),
        (.percent(millionths: -1), 1000, nil), (.percent(millionths: Int64.max), Int64.max, nil),
        (.marker("scan", delta: 16), 1000, 116), (.marker("scan", delta: -101), 1000, nil),
        (.marker("scan", delta: Int64.max), 1000, nil), (.marker("none", delta: 0), 1000, nil),
    ])
    func `an offset is a byte of the body or nothing`(offset: Offset, length: Int64?, expected: Int64?) {
        #expect(offset.resolve(length: length) { $0 == "scan" ? 100 : nil } == expected)
    }
}
