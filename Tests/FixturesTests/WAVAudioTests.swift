import Fixtures
import Testing

@Suite struct WAVAudioTests {
    private static let format = format(byteRate: 44_100)
    private static let sound = chunk("data", Bytes(22_050, of: 7))

    private static func format(byteRate: UInt32) -> Bytes {
        chunk(
            "fmt ",
            Bytes(little: UInt16(1)) + Bytes(little: UInt16(1)) + Bytes(little: UInt32(22_050))
                + Bytes(little: byteRate) + Bytes(little: UInt16(2)) + Bytes(little: UInt16(16)))
    }

    private static func chunk(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(type) + Bytes(little: UInt32(content.all.count)) + content
    }

    private static func file(_ chunks: Bytes) -> Bytes {
        Bytes("RIFF") + Bytes(little: UInt32(chunks.all.count + 4)) + Bytes("WAVE") + chunks
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> WAVAudio {
        try WAVAudio(parsing: bytes.all[...])
    }

    @Test func `rate, channels, length and playing time are found`() throws {
        let sound = try parse(Self.file(Self.format + Self.sound))
        #expect(sound.sampleRate == 22_050)
        #expect(sound.channels == 1)
        #expect(sound.dataLength == 22_050)
        #expect(sound.duration == .milliseconds(500))
    }

    @Test func `chunks are markers, and an odd one is padded`() throws {
        let bytes = Self.file(Self.format + Self.chunk("LIST", Bytes("abc")) + [0] + Self.sound)
        let markers = try Inspection(of: bytes.all[...], named: "a.wav").markers
        #expect(markers.all.map(\.name) == ["wav-fmt", "wav-list", "wav-data"])
        #expect(markers.all.map(\.offset) == [12, 36, 48])
    }

    @Test func `padding at the very end may be missing`() throws {
        #expect(try parse(Self.file(Self.format + Self.chunk("data", [1]))).dataLength == 1)
    }

    @Test(
        arguments: [
            (Bytes("RIFX"), 0, "RIFF header of WAVE"),
            (file([]), 12, "without a data chunk"),
            (file(sound), 12, "no fmt chunk"),
            (file(sound + format), 12, "no fmt chunk"),
            (file(format(byteRate: 0) + sound), 12, "no bytes are played"),
            (file(chunk("fmt ", [1, 0, 1, 0]) + sound), 24, "the sample rate"),
            (file(format + Bytes("data") + Bytes(little: UInt32.max)), 44, "ends within chunk data"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
