import Compression
import TestSupport
import Testing

@Suite struct InflaterTests {
    /// Text that compresses, and noise that does not.
    static let content: [UInt8] =
        (0..<400).flatMap { Array("line \($0 % 7) of it\n".utf8) }
        + (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }

    /// Decodes pieces; the second value is how it ended.
    static func decode(_ coding: ContentCoding, _ pieces: [ArraySlice<UInt8>], room: Int = 64 * 1024) -> (
        [UInt8], String
    ) {
        let inflater = Inflater(coding)
        var output: [UInt8] = []
        do throws(DecodingFailure) {
            for piece in pieces {
                inflater.receive(piece)
                while let more = try inflater.next(atMost: room) {
                    #expect(!more.isEmpty && more.count <= room)
                    output += more
                }
            }
            try inflater.finish()
            return (output, "ended")
        } catch {
            return (output, error.code.rawValue)
        }
    }

    /// Whole, cut in two at every octet, and octet by octet: one result for all.
    static func decodeInEveryWay(_ coding: ContentCoding, _ code: [UInt8]) -> [([UInt8], String)] {
        var ways: [[ArraySlice<UInt8>]] = [[code[...]], code.indices.map { code[$0...$0] }]
        ways += code.indices.dropFirst().map { [code[..<$0], code[$0...]] }
        return ways.map { decode(coding, $0) }
    }

    static let codes: [(ContentCoding, Deflater.Format)] = [
        (.gzip, .gzip), (.deflate, .zlib), (.deflate, .raw),
    ]

    @Test(arguments: codes)
    func `what was encoded comes out the same however it is cut`(coding: ContentCoding, format: Deflater.Format) {
        for (output, end) in Self.decodeInEveryWay(coding, Deflater.code(Self.content, format)) {
            #expect(Octets(output) == Octets(Self.content))
            #expect(end == "ended")
        }
    }

    @Test(arguments: codes)
    func `a code cut short is truncated wherever it is cut`(coding: ContentCoding, format: Deflater.Format) {
        let code = Deflater.code(Self.content, format)
        for length in 1..<code.count {
            let (output, end) = Self.decode(coding, [code[..<length]])
            #expect(end == "truncated")
            #expect(Self.content.starts(with: output))
        }
        #expect(Self.decode(coding, [code[..<(code.count - 1)]]).0.count > 0)
    }

    @Test(arguments: codes)
    func `output comes in bounded amounts, and nothing is lost`(coding: ContentCoding, format: Deflater.Format) {
        let code = Deflater.code(Self.content, format)
        for room in [1, 2, 7, 1000] {
            #expect(Octets(Self.decode(coding, [code[...]], room: room).0) == Octets(Self.content))
        }
    }

    @Test func `a small body that decodes to much waits inside`() throws {
        let inflater = Inflater(.gzip)
        inflater.receive(Deflater.code([UInt8](repeating: 0, count: 50_000_000), .gzip, level: 9))
        let first = try inflater.next(atMost: 1000)
        #expect(first?.count == 1000)
        #expect(inflater.unread > 10_000)
    }

    @Test func `a wrong CRC or length is corrupt, after all of the content`() {
        let good = Deflater.code(Self.content, .gzip)
        for place in [good.count - 8, good.count - 1] {
            var bad = good
            bad[place] ^= 1
            for (output, end) in Self.decodeInEveryWay(.gzip, bad) {
                #expect(Octets(output) == Octets(Self.content))
                #expect(end == "corrupt")
            }
        }
        var zlib = Deflater.code(Self.content, .zlib)
        zlib[zlib.count - 1] ^= 1
        #expect(Self.decode(.deflate, [zlib[...]]).1 == "corrupt")
    }

    @Test(
        arguments: [
            (.gzip, Array("hello, not gzip".utf8)), (.gzip, [0x1F, 0x8C, 8, 0]), (.gzip, [0x1F, 0x8B, 9, 0, 0]),
            (.deflate, [0xFF, 0xFF, 0, 0]), (.deflate, [0x78, 0xBB, 1, 2, 3, 4, 5, 6]),
        ] as [(ContentCoding, [UInt8])])
    func `what is not in the coding is corrupt`(coding: ContentCoding, code: [UInt8]) {
        for (output, end) in Self.decodeInEveryWay(coding, code) {
            #expect(output.isEmpty)
            #expect(end == "corrupt")
        }
    }

    @Test func `a fault inside comes after what stands in front of it, however it is cut`() {
        var code = Deflater.code(Self.content, .gzip)
        code[code.count - 200] ^= 0xFF
        let results = Self.decodeInEveryWay(.gzip, code)
        #expect(results.allSatisfy { $0.1 == "corrupt" })
        #expect(Set(results.map(\.0)).count == 1)
    }

    @Test func `a failure is thrown again`() {
        let inflater = Inflater(.gzip)
        inflater.receive(Array("junk".utf8))
        #expect(throws: DecodingFailure.self) { try inflater.next() }
        #expect(throws: DecodingFailure.self) { try inflater.next() }
        #expect(throws: DecodingFailure.self) { try inflater.finish() }
    }

    @Test(.tags(.E14)) func `further members of gzip are read on, zeros behind are ignored, all else is junk`() {
        let one = Deflater.code("one, ".utf8, .gzip)
        let two = Deflater.code("two".utf8, .gzip)
        let rows: [([UInt8], String, String)] = [
            (one + two, "one, two", "ended"),
            (one + one + two, "one, one, two", "ended"),
            (one + Deflater.code([], .gzip) + two, "one, two", "ended"),
            (two + [0, 0, 0], "two", "ended"),
            (one + two + [0], "one, two", "ended"),
            (one + [0] + two, "one, ", "trailing-junk"),
            (one + [0, 0, 1], "one, ", "trailing-junk"),
            (one + Array("junk".utf8), "one, ", "trailing-junk"),
            (one + [0x1F], "one, ", "truncated"),
            (one + two.dropLast(), "one, two", "truncated"),
            (one + [0x1F, 0x20], "one, ", "corrupt"),
        ]
        for (code, text, end) in rows {
            for result in Self.decodeInEveryWay(.gzip, code) {
                #expect(String(decoding: result.0, as: UTF8.self) == text)
                #expect(result.1 == end)
            }
        }
    }

    @Test(arguments: [Deflater.Format.zlib, .raw])
    func `behind deflate only zeros are ignored`(format: Deflater.Format) {
        let code = Deflater.code("text".utf8, format)
        #expect(Self.decodeInEveryWay(.deflate, code + [0, 0]).allSatisfy { $0.1 == "ended" })
        #expect(Self.decodeInEveryWay(.deflate, code + [0, 1]).allSatisfy { $0.1 == "trailing-junk" })
        #expect(Self.decodeInEveryWay(.deflate, code + code).allSatisfy { $0.1 == "trailing-junk" })
        let gzip = Deflater.code("more".utf8, .gzip)
        #expect(Self.decodeInEveryWay(.deflate, code + gzip).allSatisfy { $0.1 == "trailing-junk" })
    }

    @Test func `raw deflate is told from zlib by the header's checksum`() {
        // A stored block whose padding looks like zlib's method, with "ab" in it, and an empty last block.
        let stored: [UInt8] = [0x78, 0x02, 0x00, 0xFD, 0xFF, 0x61, 0x62, 0x03, 0x00]
        for (output, end) in Self.decodeInEveryWay(.deflate, stored) {
            #expect(output == Array("ab".utf8))
            #expect(end == "ended")
        }
    }

    @Test func `two octets are enough for empty raw deflate`() {
        #expect(Self.decode(.deflate, [[0x03, 0x00]]).1 == "ended")
    }

    @Test func `no input at all is empty content`() throws {
        for coding in [ContentCoding.gzip, .deflate] {
            let inflater = Inflater(coding)
            #expect(try inflater.next() == nil)
            try inflater.finish()
        }
    }

    @Test func `codings are known by name`() {
        #expect(ContentCoding(named: "GZip") == .gzip)
        #expect(ContentCoding(named: "x-gzip") == .gzip)
        #expect(ContentCoding(named: "deflate") == .deflate)
        #expect(ContentCoding(named: "br") == nil)
    }
}
