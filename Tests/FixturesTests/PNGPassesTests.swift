import Compression
import Fixtures
import Testing

@Suite struct PNGPassesTests {
    private static func chunk(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(UInt32(content.all.count)) + Bytes(type) + content + Bytes(4, of: 0)
    }

    /// One byte for each pixel; the data in chunks of so many bytes.
    private static func file(
        _ width: UInt32, _ height: UInt32, data: Bytes, depth: UInt8 = 8, interlace: UInt8 = 1, chunks: Int = .max
    ) -> Bytes {
        let signature: Bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = chunk("IHDR", Bytes(width) + Bytes(height) + [depth, 0, 0, 0, interlace])
        var file = signature + header
        var rest = data.all[...]
        while !rest.isEmpty {
            var piece: Bytes = []
            piece.all = Array(rest.prefix(chunks))
            file = file + chunk("IDAT", piece)
            rest = rest.dropFirst(chunks)
        }
        return file + chunk("IEND", [])
    }

    /// A zlib stream with one stored block: 7 bytes, then the data as it is, then four of a checksum.
    private static func stored(_ count: Int) -> Bytes {
        let (length, sum) = (UInt16(count), (UInt32(1), UInt32(count % 65_521)))
        return [0x78, 0x01, 0x01] + Bytes(little: length) + Bytes(little: ~length) + Bytes(count, of: 0)
            + Bytes(sum.1 << 16 | sum.0)
    }

    private func passes(_ bytes: Bytes) throws -> [Int] {
        try PNGImage(parsing: bytes.all[...]).passes
    }

    // 8 × 8 pixels are 1, 1, 2, 4, 8, 16 and 32 in the seven passes, in 1, 1, 1, 2, 2, 4 and 4 rows: 2, 2, 3, 6, 10, 20
    // and 36 bytes.
    @Test func `each pass begins where the one before is complete`() throws {
        let begin = 41 + 7
        let expected = [0, 2, 4, 7, 13, 23, 43].map { $0 == 0 ? 41 : begin + $0 }
        #expect(try passes(Self.file(8, 8, data: Self.stored(79))) == expected)
    }

    @Test func `pieces of the data count without what is around them`() throws {
        // 48 bytes a piece: the last pass begins with the third byte of the second one's content.
        let found = try passes(Self.file(8, 8, data: Self.stored(79), chunks: 48))
        #expect(found.last == 41 + 48 + 12 + 2)
        #expect(found.dropLast().last == 41 + 7 + 23)
    }

    @Test(
        arguments: [(1, 1, [41, 50, 50, 50, 50, 50, 50]), (4, 1, [41, 50, 50, 50, 52, 52, 55])]
            as [(UInt32, UInt32, [Int])])
    func `a pass of a small picture may be empty`(width: UInt32, height: UInt32, expected: [Int]) throws {
        #expect(try passes(Self.file(width, height, data: Self.stored(2 + 2 + 3))) == expected)
    }

    @Test func `compressed data is measured to the byte`() throws {
        var dice = SplitMix(seed: 3)
        var data: Bytes = []
        let pixels = (0..<79).map { _ in UInt8.random(in: 0...40, using: &dice) }
        Deflater(.zlib).append(pixels, to: &data.all, flush: .finish)
        let file = Self.file(8, 8, data: data)
        for (number, end) in zip(try passes(file).dropFirst(), [2, 4, 7, 13, 23, 43]) {
            let front = file.all[41..<number]
            #expect(Self.inflated(front) >= end)
            #expect(Self.inflated(front.dropLast()) < end)
        }
    }

    @Test func `data that ends or breaks early has the passes up to there`() throws {
        #expect(try passes(Self.file(8, 8, data: Self.stored(5))).count == 3)
        #expect(try passes(Self.file(8, 8, data: [0x78, 0x01, 0xFF])) == [41])
    }

    @Test func `sizes beyond reckoning are no passes and no crash`() throws {
        #expect(try passes(Self.file(.max, .max, data: Self.stored(5))) == [41])
        #expect(try passes(Self.file(0, 0, data: Self.stored(5))).count == 7)
    }

    @Test func `a plain picture, or one of no known kind, has none`() throws {
        #expect(try passes(Self.file(8, 8, data: Self.stored(79), interlace: 0)).isEmpty)
        #expect(try passes(Self.file(8, 8, data: Self.stored(79), depth: 7)).isEmpty)
    }

    private static func inflated(_ bytes: ArraySlice<UInt8>) -> Int {
        let inflater = Inflater(.deflate)
        inflater.receive(bytes)
        var count = 0
        while let output = (try? inflater.next()) ?? nil { count += output.count }
        return count
    }
}
