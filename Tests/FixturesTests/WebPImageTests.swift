import Fixtures
import Testing

@Suite struct WebPImageTests {
    private static let lossy = chunk(
        "VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + Bytes(little: UInt16(40 | 0x4000)) + Bytes(little: UInt16(30)))
    private static let lossless = chunk("VP8L", [0x2F] + Bytes(little: UInt32(39 | 29 << 14 | 1 << 28)))
    private static let canvas = chunk("VP8X", [2, 0, 0, 0, 39, 0, 1, 29, 0, 2])

    private static func chunk(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(type) + Bytes(little: UInt32(content.all.count)) + content + Bytes(content.all.count % 2, of: 0)
    }

    private static func file(_ chunks: Bytes, form: String = "WEBP", more: Int = 0) -> Bytes {
        Bytes("RIFF") + Bytes(little: UInt32(chunks.all.count + 4 + more)) + Bytes(form) + chunks
    }

    private func inspect(_ bytes: Bytes) throws(MalformedMedia) -> Inspection {
        try Inspection(of: bytes.all[...], named: "a.webp")
    }

    @Test(arguments: [(lossy, "webp-vp8"), (lossless, "webp-vp8l")])
    func `a picture of either kind says its size`(chunk: Bytes, marker: String) throws {
        let image = try inspect(Self.file(chunk))
        #expect(image.dimensions == .init(width: 40, height: 30))
        #expect(image.markers[marker] == 12)
    }

    @Test func `an animation says the size of its canvas, and its frames are numbered`() throws {
        let frames = Self.chunk("ANMF", Bytes(17, of: 1)) + Self.chunk("ANMF", Bytes(18, of: 1))
        let bytes = Self.file(Self.canvas + Self.chunk("ANIM", Bytes(6, of: 0)) + frames)
        let image = try inspect(bytes)
        #expect(image.dimensions == .init(width: 0x10000 + 40, height: 0x20000 + 30))
        #expect(image.markers.all.map(\.name) == ["webp-vp8x", "webp-anim", "webp-anmf-1", "webp-anmf-2"])
        #expect(image.markers.all.map(\.offset) == [12, 30, 44, 70])
        #expect(try WebPImage(parsing: bytes.all[...]).frameCount == 2)
    }

    @Test(
        arguments: [
            ([], 0, "RIFF header of WEBP"),
            (file(lossy, form: "WAVE"), 0, "RIFF header of WEBP"),
            (file(lossy, more: 1), 30, "RIFF size of 23 bytes, 22 are there"),
            (file(lossy) + [0], 30, "RIFF size of 22 bytes, 23 are there"),
            (file([]), 12, "without a chunk"),
            (file(chunk("ICCP", [])), 12, "begins with chunk ICCP"),
            (file(canvas), 30, "without a picture"),
            (file(chunk("VP8 ", Bytes(10, of: 0))), 23, "start code"),
            (file(chunk("VP8L", Bytes(5, of: 0))), 20, "signature"),
            (file(chunk("VP8X", [0, 0, 0, 0, 1, 0])), 26, "the canvas"),
            (file(Bytes("VP8 ") + [99, 0, 0, 0]), 20, "ends within chunk VP8"),
            (file(lossy + [1, 2]), 32, "a chunk's type"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try inspect(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
