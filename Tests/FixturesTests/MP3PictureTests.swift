import Fixtures
import Testing

@Suite struct MP3PictureTests {
    private static let sound: Bytes = [0xFF, 0xFB, 0x90, 0x00] + Bytes(413, of: 0x55)
    private static let title = frame("TIT2", Bytes("\0Water"))
    private static let cover = frame("APIC", Bytes("\0image/png\0\u{3}Cover\0PICTURE"))

    /// The size as version 2.3 writes it; below 128 that is as 2.4 does, too.
    private static func frame(_ name: String, _ content: Bytes, flags: UInt8 = 0) -> Bytes {
        Bytes(name) + Bytes(UInt32(content.all.count)) + [0, flags] + content
    }

    private static func tag(_ content: Bytes, version: UInt8 = 3, flags: UInt8 = 0) -> Bytes {
        let count = content.all.count
        return Bytes("ID3") + [version, 0, flags, 0, 0, UInt8(count >> 7), UInt8(count & 0x7F)] + content
    }

    private func pictures(_ bytes: Bytes) throws -> [MP3Audio.Picture] {
        try MP3Audio(parsing: (bytes + Self.sound).all[...]).pictures
    }

    @Test(arguments: [3, 4] as [UInt8])
    func `a cover is found behind other frames`(version: UInt8) throws {
        let bytes = Self.tag(Self.title + Self.cover + Bytes(20, of: 0), version: version)
        let picture = try #require(try pictures(bytes).first)
        #expect(picture.frame == 26)
        #expect(bytes.all[picture.data] == Bytes("PICTURE").all[...])
    }

    @Test func `a description in UTF-16 ends with two zeros in step`() throws {
        let words: Bytes = [0xFF, 0xFE, 0x00, 0x41, 0x00, 0x41, 0, 0]
        let bytes = Self.tag(Self.frame("APIC", [1] + Bytes("image/png\0\u{3}") + words + Bytes("PICTURE")))
        let picture = try #require(try pictures(bytes).first)
        #expect(bytes.all[picture.data] == Bytes("PICTURE").all[...])
    }

    @Test func `a size of version 2.4 has seven bits in a byte`() throws {
        let content = Bytes("\0image/png\0\u{3}\0") + Bytes(200, of: 7)
        let count = content.all.count
        let long = Bytes("APIC") + [0, 0, UInt8(count >> 7), UInt8(count & 0x7F), 0, 0] + content
        #expect(try pictures(Self.tag(long + Self.cover, version: 4)).map(\.data.count) == [200, 7])
    }

    @Test(arguments: [(3, 6), (4, 10)] as [(UInt8, UInt8)])
    func `an extended header is stepped over`(version: UInt8, size: UInt8) throws {
        let bytes = Self.tag([0, 0, 0, size] + Bytes(6, of: 0) + Self.cover, version: version, flags: 0x40)
        #expect(try pictures(bytes).map(\.frame) == [20])
    }

    @Test func `markers name the frame, the picture and what is behind it`() throws {
        let bytes = Self.tag(Self.cover + Bytes(10, of: 0)) + Self.sound
        let markers = try Inspection(of: bytes.all[...], named: "a.mp3").markers
        #expect(markers.all.map(\.name) == ["id3-apic", "id3-picture", "id3-picture-end", "mp3-frame-1"])
        #expect(markers.all.map(\.offset) == [10, 38, 45, 55])
    }

    @Test func `of two pictures each has a number`() throws {
        let bytes = Self.tag(Self.cover + Self.cover) + Self.sound
        let markers = try Inspection(of: bytes.all[...], named: "a.mp3").markers
        #expect(markers["id3-picture-1"] == 38)
        #expect(markers["id3-picture-2"] == 73)
    }

    @Test(
        arguments: [
            tag(cover, version: 2), tag(cover, flags: 0x80), tag(frame("APIC", Bytes("\0a\0\u{3}b\0X"), flags: 0x80)),
            tag(Bytes(40, of: 0) + cover), tag(Bytes("APIC") + Bytes(UInt32.max) + [0, 0] + cover),
            tag(frame("APIC", Bytes("\0image/png"))), tag(frame("APIC", [])), tag(Bytes("API")),
            tag(Bytes(UInt32.max) + cover, flags: 0x40), tag(Bytes(4, of: 0) + cover, version: 4, flags: 0x40),
        ])
    func `a picture that has no plain place is none, and no error`(bytes: Bytes) throws {
        #expect(try pictures(bytes).isEmpty)
    }

    @Test(arguments: [("Xing", 36), ("Info", 36), ("VBRI", 36)])
    func `the note's name is a marker`(note: String, offset: Int) throws {
        let bytes: Bytes = [0xFF, 0xFB, 0x90, 0x00] + Bytes(32, of: 0) + Bytes(note) + Bytes(377, of: 0)
        let markers = try Inspection(of: bytes.all[...], named: "a.mp3").markers
        #expect(markers["mp3-\(note.lowercased())"] == offset)
    }
}
