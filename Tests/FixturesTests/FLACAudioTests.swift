import Fixtures
import Testing

@Suite struct FLACAudioTests {
    /// STREAMINFO for 22.05 kHz, one channel, 16 bits: 42 bytes with the signature and its header.
    private static func start(rate: UInt64 = 22_050, total: UInt64 = 0, isLast: Bool = true) -> Bytes {
        Bytes("fLaC") + [isLast ? 0x80 : 0, 0, 0, 34] + Bytes(10, of: 1) + Bytes(rate << 44 | 15 << 36 | total)
            + Bytes(16, of: 0)
    }

    /// A frame of 16 + 1 samples: the size code 6 puts the number of samples, less one, behind the frame's number.
    private static func frame(
        _ number: Bytes, code: UInt8 = 0x60, size: Bytes = [16], isVariable: Bool = false,
        content: Bytes = Bytes("sound")
    ) -> Bytes {
        let header: Bytes = [0xFF, isVariable ? 0xF9 : 0xF8, code, 0x08] + number + size
        let whole = header + [UInt8(sum(header, 0x07, bits: 8))] + content
        return whole + Bytes(sum(whole, 0x8005, bits: 16))
    }

    /// Bit by bit, as the format's text describes it.
    private static func sum(_ bytes: Bytes, _ polynomial: UInt16, bits: UInt16) -> UInt16 {
        var sum: UInt16 = 0
        for byte in bytes.all {
            for bit in (0..<8).reversed() {
                let carry = sum >> (bits - 1) & 1 ^ UInt16(byte >> UInt8(bit) & 1)
                sum = sum << 1 ^ (carry == 1 ? polynomial : 0)
            }
        }
        return bits == 8 ? sum & 0xFF : sum
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> FLACAudio {
        try FLACAudio(parsing: bytes.all[...])
    }

    @Test func `frames are found by their checksums and numbers`() throws {
        let sound = try parse(Self.start(total: 51) + Self.frame([0]) + Self.frame([1]) + Self.frame([2]))
        #expect(sound.frames.map(\.offset) == [42, 56, 70])
        #expect(sound.frames.map(\.length) == [14, 14, 14])
        #expect(sound.frames.map(\.samples) == [17, 17, 17])
        #expect(sound.duration == .milliseconds(51 * 1000 / 22_050))
    }

    @Test func `sound that looks like a header is sound`() throws {
        let decoy = Self.frame([1])
        let sound = try parse(
            Self.start() + Self.frame([0], content: Bytes("so") + decoy + Bytes("und")) + Self.frame([1]))
        #expect(sound.frames.map(\.offset) == [42, 42 + 28])
    }

    @Test(
        arguments: [
            (0x10, [], 192), (0x20, [], 576), (0x50, [], 4608), (0x60, [255], 256), (0x70, [0x10, 0xFF], 4352),
            (0x80, [], 256), (0xF0, [], 32_768), (0x1C, [44], 192), (0x1D, [0xAC, 0x44], 192),
        ] as [(UInt8, Bytes, Int)])
    func `a header says how many samples, and how long it is`(code: UInt8, size: Bytes, samples: Int) throws {
        #expect(try parse(Self.start() + Self.frame([0], code: code, size: size)).frames.map(\.samples) == [samples])
    }

    @Test func `frames of differing length are numbered by their samples`() throws {
        let second = Self.frame([17], isVariable: true)
        let third = Self.frame([0xC2, 0x80], isVariable: true)
        let sound = try parse(Self.start() + Self.frame([0], isVariable: true) + second)
        #expect(sound.frames.count == 2)
        let long = Self.frame([17], size: [110], isVariable: true)
        #expect(try parse(Self.start() + long + third).frames.map(\.samples) == [111, 17])
    }

    @Test func `blocks in front are markers of their kinds`() throws {
        let picture: Bytes = [0x06, 0, 0, 2, 1, 2]
        let comment: Bytes = [0x84, 0, 0, 1, 1]
        let bytes = Self.start(isLast: false) + picture + picture + [0x05, 0, 0, 0] + comment + Self.frame([0])
        let markers = try Inspection(of: bytes.all[...], named: "a.flac").markers
        #expect(
            markers.all.map(\.name) == [
                "flac-streaminfo", "flac-picture-1", "flac-picture-2", "flac-cuesheet", "flac-comment", "flac-frame-1",
            ])
        #expect(markers.all.map(\.offset) == [4, 42, 48, 54, 58, 63])
    }

    @Test(
        arguments: [
            ([], 0, "fLaC"),
            (Bytes("fLaC") + [0x84, 0, 0, 0], 4, "block 4 is out of place"),
            (start(isLast: false) + [0x80, 0, 0, 0], 42, "block 0 is out of place"),
            (start(isLast: false) + [0xFF, 0, 0, 0], 42, "block 127 is out of place"),
            (start(rate: 0), 18, "a sample rate of 0"),
            (start(), 42, "expected the header of a frame"),
            (start() + Bytes("junk and more junk"), 42, "expected the header of a frame"),
            (start() + frame([0]) + Bytes("junk"), 60, "ends within frame 1"),
            (start() + frame([0]) + frame([2]), 56, "the number of frame 2 does not follow"),
            (start() + frame([0]) + frame([1], isVariable: true), 56, "the number of frame 2 does not follow"),
            (start() + frame([16], isVariable: true) + frame([34], isVariable: true), 56, "frame 2 does not follow"),
            (start(total: 18) + frame([0]), 56, "ends after 17 of 18 samples"),
            (start() + frame([0], size: [16, 1]), 42, "expected the header of a frame"),  // wrong checksum
            (start() + frame([0x80]), 42, "expected the header of a frame"),
            (start() + frame([0], code: 0x00, size: []), 42, "expected the header of a frame"),
            (start() + frame([0], code: 0x6F, size: [16, 0, 0]), 42, "expected the header of a frame"),
            (start(isLast: false) + [0x81, 0xFF, 0xFF, 0xFF, 0], 47, "ends within metadata block 1"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
