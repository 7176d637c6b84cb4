import Fixtures
import Testing

@Suite struct OggAudioTests {
    private static let vorbis = page(
        flags: 2, Bytes("\u{1}vorbis") + Bytes(5, of: 0) + Bytes(little: UInt32(22_050)) + Bytes(14, of: 0))
    private static let opus = page(flags: 2, Bytes("OpusHead") + [1, 1] + Bytes(little: UInt16(312)) + Bytes(7, of: 0))

    /// 27 bytes and one segment for each 255 bytes begun, so 28 in front of a short body.
    private static func page(
        flags: UInt8 = 0, granule: UInt64 = 0, serial: UInt32 = 1, _ body: Bytes = []
    ) -> Bytes {
        let (full, rest) = body.all.count.quotientAndRemainder(dividingBy: 255)
        let start = Bytes("OggS") + [0, flags] + Bytes(little: granule) + Bytes(little: serial)
        return start + Bytes(8, of: 0) + [UInt8(full + 1)] + Bytes(full, of: 255) + [UInt8(rest)] + body
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> OggAudio {
        try OggAudio(parsing: bytes.all[...])
    }

    @Test func `pages follow each other by their tables`() throws {
        let sound = try parse(Self.vorbis + Self.page(Bytes(600, of: 1)) + Self.page(granule: .max, Bytes("a")))
        #expect(sound.pages.map(\.offset) == [0, 58, 58 + 630])
        #expect(sound.pages.map(\.length) == [58, 630, 29])
        #expect(sound.pages.map(\.granule) == [0, 0, nil])
    }

    @Test(arguments: [(vorbis, 11_025, 500), (opus, 24_312, 500), (opus, 100, 0)] as [(Bytes, UInt64, Int)])
    func `the last sample says how long it plays`(start: Bytes, granule: UInt64, milliseconds: Int) throws {
        let other = Self.page(granule: 9_999_999, serial: 2)
        let sound = try parse(start + Self.page(granule: granule) + Self.page(granule: .max) + other)
        #expect(sound.duration == .milliseconds(milliseconds))
    }

    @Test func `a stream of another kind has pages and no playing time`() throws {
        let sound = try parse(Self.page(flags: 2, granule: 7, Bytes("theora")))
        #expect(sound.duration == nil)
        #expect(sound.pages.count == 1)
    }

    @Test(
        arguments: [
            ([], 0, "expected a page"),
            (Bytes("OggS") + [1], 0, "expected a page"),
            (page(), 0, "does not begin a stream"),
            (vorbis + Bytes("junk"), 58, "expected a page"),
            (vorbis + Bytes("OggS") + [0, 0, 1], 65, "granule position"),
            (page(flags: 2, Bytes("\u{1}vorbis") + [0]), 36, "the Vorbis header"),
            (page(flags: 2, Bytes("\u{1}vorbis") + Bytes(9, of: 0)), 40, "a sample rate of 0"),
            (vorbis + page(granule: .max - 1), 58, "ends at sample 18446744073709551614"),
            (vorbis + Bytes("OggS") + Bytes(22, of: 0) + [2, 9, 9, 1], 88, "ends within page 2"),
            (vorbis + Bytes("OggS") + Bytes(22, of: 0) + [9, 9, 9, 1], 88, "ends within page 2"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
