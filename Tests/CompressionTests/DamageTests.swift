import Compression
import TestSupport
import Testing

/// Codes of which one octet, or one bit, is not what it was (contract E12).
@Suite struct DamageTests {
    private static let content = Array("hello, hello, hello and once more: hello, world".utf8)

    @Test(arguments: [(ContentCoding.gzip, Deflater.Format.gzip, 10), (.deflate, .zlib, 2)])
    func `with any bit wrong, a code is refused or decodes to what it was`(
        coding: ContentCoding, format: Deflater.Format, header: Int
    ) {
        let code = Deflater.code(Self.content, format)
        var refused = 0
        for place in code.indices {
            for bit in 0..<8 {
                var bad = code
                bad[place] ^= 1 << UInt8(bit)
                let (output, end) = InflaterTests.decode(coding, [bad[...]])
                if end == "ended" {
                    #expect(output == Self.content, "octet \(place), bit \(bit)")
                } else {
                    refused += 1
                    #expect(["corrupt", "truncated", "trailing-junk"].contains(end), "octet \(place), bit \(bit)")
                }
            }
        }
        // Time, system and padding of the last octet mean nothing; all else does.
        #expect(refused >= (code.count - header) * 8 - 7)
    }

    @Test func `raw deflate has no checksum, and still never runs on for ever or beyond its input`() {
        let code = Deflater.code(Self.content, .raw)
        var refused = 0
        for place in code.indices {
            for bit in 0..<8 {
                var bad = code
                bad[place] ^= 1 << UInt8(bit)
                let (output, end) = InflaterTests.decode(.deflate, [bad[...]])
                // Deflate makes at most 1032 octets of one.
                #expect(output.count <= bad.count * 1032)
                if end != "ended" { refused += 1 }
            }
        }
        #expect(refused > 0)
    }
}
