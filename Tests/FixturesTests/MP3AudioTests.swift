import Fixtures
import Testing

@Suite struct MP3AudioTests {
    /// MPEG 1, 128 kb/s, 44.1 kHz, stereo: 417 bytes.
    private static func frame(padding: Bool = false, content: String = "") -> Bytes {
        let start: Bytes = [0xFF, 0xFB, padding ? 0x92 : 0x90, 0x00]
        let note = Bytes(32, of: 0) + Bytes(content)
        return start + note + Bytes((padding ? 418 : 417) - 4 - note.all.count, of: 0x55)
    }

    private static func tag(_ size: Bytes, flags: UInt8 = 0) -> Bytes {
        Bytes("ID3") + [4, 0, flags] + size
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> MP3Audio {
        try MP3Audio(parsing: bytes.all[...])
    }

    @Test func `frames follow each other by their length, padding included`() throws {
        let sound = try parse(Self.frame() + Self.frame(padding: true) + Self.frame())
        #expect(sound.frames.map(\.offset) == [0, 417, 835])
        #expect(sound.frames.map(\.length) == [417, 418, 417])
        #expect(sound.isConstantBitRate)
        #expect(sound.duration == .seconds(1) * 3456 / 44_100)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x00], 417, 128_000, 44_100, 1152),
            ([0xFF, 0xFB, 0xE4, 0x00], 960, 320_000, 48_000, 1152),
            ([0xFF, 0xFB, 0x18, 0x00], 144, 32_000, 32_000, 1152),
            ([0xFF, 0xF3, 0x80, 0x00], 208, 64_000, 22_050, 576),
            ([0xFF, 0xE3, 0x88, 0xC0], 576, 64_000, 8_000, 576),
        ] as [(Bytes, Int, Int, Int, Int)])
    func `a header says rate, length and samples`(header: Bytes, length: Int, bits: Int, rate: Int, samples: Int) throws
    {
        let frame = try #require(try parse(header + Bytes(length - 4, of: 0)).frames.first)
        #expect(frame.length == length)
        #expect(frame.bitRate == bits)
        #expect(frame.sampleRate == rate)
        #expect(frame.samples == samples)
    }

    @Test(arguments: ["Info", "Xing"])
    func `a frame with a note is a frame, but no sound`(note: String) throws {
        let sound = try parse(Self.frame(content: note) + Self.frame())
        #expect(sound.beginsWithNote)
        #expect(sound.frames.count == 2)
        #expect(sound.duration == .seconds(1) * 1152 / 44_100)
    }

    @Test func `a tag in front is stepped over by its seven-bit size`() throws {
        let sound = try parse(Self.tag([0, 0, 1, 2]) + Bytes(130, of: 0xFF) + Self.frame())
        #expect(sound.tagLength == 140)
        #expect(sound.frames.map(\.offset) == [140])
    }

    @Test func `a tag's footer is stepped over too`() throws {
        #expect(try parse(Self.tag([0, 0, 0, 5], flags: 0x10) + Bytes(15, of: 0) + Self.frame()).tagLength == 25)
    }

    @Test(arguments: ["TAG", "APETAGEX"])
    func `a tag behind ends the frames`(tag: String) throws {
        let sound = try parse(Self.frame() + Bytes(tag) + Bytes(125, of: 0))
        #expect(sound.frames.count == 1)
        #expect(sound.trailerLength == tag.utf8.count + 125)
    }

    @Test(
        arguments: [
            ([], 0, "no frames"),
            (Bytes("no music"), 0, "expected the header"),
            (frame() + Bytes("junk"), 417, "expected the header"),
            (frame() + [0xFF, 0xFB], 419, "a frame's header"),
            ([0xFF, 0xFB, 0x90, 0x00, 1], 5, "ends within frame 1"),
            ([0xFF, 0xFB, 0x00, 0x00] + Bytes(900, of: 0), 0, "expected the header"),  // free format
            ([0xFF, 0xFB, 0xF0, 0x00] + Bytes(900, of: 0), 0, "expected the header"),  // forbidden rate
            ([0xFF, 0xFB, 0x9C, 0x00] + Bytes(900, of: 0), 0, "expected the header"),  // reserved sample rate
            ([0xFF, 0xFD, 0x90, 0x00] + Bytes(900, of: 0), 0, "expected the header"),  // layer II
            ([0xFF, 0xEB, 0x90, 0x00] + Bytes(900, of: 0), 0, "expected the header"),  // reserved version
            (tag([0, 0, 0, 0x80]), 6, "eight-bit"),
            (tag([0x7F, 0x7F, 0x7F, 0x7F]), 10, "ends within the ID3v2 tag"),
            (Bytes("ID3"), 3, "ID3v2 header"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
