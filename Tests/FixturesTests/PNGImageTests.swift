import Fixtures
import Testing

@Suite struct PNGImageTests {
    private static let signature: Bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let data = chunk("IDAT", Bytes("pixels"))
    private static let end = chunk("IEND", [])

    private static func chunk(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(UInt32(content.all.count)) + Bytes(type) + content + Bytes(4, of: 0)
    }

    private static func header(interlace: UInt8 = 0) -> Bytes {
        chunk("IHDR", Bytes(UInt32(40)) + Bytes(UInt32(30)) + [8, 2, 0, 0, interlace])
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> PNGImage {
        try PNGImage(parsing: bytes.all[...])
    }

    @Test func `chunks and the size are found`() throws {
        let image = try parse(Self.signature + Self.header() + Self.data + Self.data + Self.end)
        #expect(image.dimensions == .init(width: 40, height: 30))
        #expect(image.chunks.map(\.type) == ["IHDR", "IDAT", "IDAT", "IEND"])
        #expect(image.dataChunks.map(\.offset) == [33, 51])
        #expect(image.dataChunks.map(\.length) == [6, 6])
        #expect(!image.isInterlaced)
    }

    @Test func `Adam7 is told from its absence`() throws {
        #expect(try parse(Self.signature + Self.header(interlace: 1) + Self.data + Self.end).isInterlaced)
    }

    @Test(
        arguments: [
            ([], 0, "ends within the signature"),
            (Bytes(8, of: 1), 0, "signature"),
            (signature, 8, "a chunk's length"),
            (signature + data, 8, "IHDR comes first"),
            (signature + header() + header(), 33, "IHDR comes first"),
            (signature + header() + end, 8, "no picture data"),
            (signature + header(interlace: 2) + data + end, 8, "interlace"),
            (signature + header() + data, 51, "a chunk's length"),
            (signature + header() + data + end + [1], 63, "1 bytes behind IEND"),
            (signature + header() + Bytes(UInt32.max) + Bytes("IDAT"), 41, "ends within chunk IDAT"),
            (signature + header() + Bytes(UInt32(0)) + Bytes("ID4T") + Bytes(4, of: 0), 37, "four letters"),
            (signature + chunk("IHDR", Bytes(UInt32(40))), 20, "the height"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
