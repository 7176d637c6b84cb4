import Scenarios
import TestSupport
import Testing

@Suite struct PatternStreamTests {
    /// Computed with a second implementation; seed 0 begins with SplitMix64's published first output.
    @Test(arguments: [
        (UInt64(0), "afcd1d7b39a820e2f465b9a16a9e786e4f450980185dc406"),
        (7, "4fbd0a4c1f893b8615f4ea82d2fb584d5037c00c0721e5f0"),
    ])
    func `the stream of a seed is this one`(seed: UInt64, hex: String) {
        let bytes = PatternStream(seed: seed).bytes(from: 0, count: 24)
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        #expect(digits.joined() == hex)
    }

    @Test func `it is the same from every offset, beyond 4 GiB too`() {
        let stream = PatternStream(seed: 3)
        let starts: [Int64] = [0, 1, 7, 8, 9, 5 << 40, (5 << 40) + 3]
        for start in starts {
            for count in [0, 1, 7, 8, 9, 31] {
                let expected = (0..<count).map { stream[start + Int64($0)] }
                #expect(Octets(stream.bytes(from: start, count: count)) == Octets(expected))
            }
        }
        #expect(
            PatternStream(seed: 7).bytes(from: 5 << 40, count: 8) == [0xe6, 0xb7, 0x91, 0xc8, 0xe8, 0x7f, 0x99, 0x5f])
    }

    @Test(arguments: [
        ("", UInt64(0xcbf2_9ce4_8422_2325)), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ])
    func `the seed of a path is its FNV-1a hash`(path: String, seed: UInt64) {
        #expect(PatternStream.seed(path: path) == seed)
    }
}
