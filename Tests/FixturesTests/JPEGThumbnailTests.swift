import Fixtures
import Testing

@Suite struct JPEGThumbnailTests {
    private static let picture: Bytes = [0xFF, 0xD8, 0xFF, 0xD9]
    private static let rest: Bytes =
        [0xFF, 0xC0, 0, 8, 8, 0, 30, 0, 40, 3, 0xFF, 0xDA, 0, 3, 1] + Bytes("data") + [0xFF, 0xD9]

    /// One order of bytes for all numbers.
    struct Writer: Sendable {
        let isLittle: Bool

        func number(_ value: some FixedWidthInteger) -> Bytes { isLittle ? Bytes(little: value) : Bytes(value) }

        /// A tag of type LONG.
        func entry(_ tag: UInt16, _ value: UInt32) -> Bytes {
            number(tag) + number(UInt16(4)) + number(UInt32(1)) + number(value)
        }

        /// A TIFF file: a directory of one entry at 8, one of two at 26, and the picture at 56.
        func tiff(next: UInt32 = 26, offset: UInt32 = 56, length: UInt32 = 4) -> Bytes {
            let first = number(UInt16(1)) + entry(0x0112, 1) + number(next)
            let second = number(UInt16(2)) + entry(0x0201, offset) + entry(0x0202, length) + number(UInt32(0))
            return Bytes(isLittle ? "II" : "MM") + number(UInt16(42)) + number(UInt32(8)) + first + second + picture
        }
    }

    private static func file(_ tiff: Bytes, code: Bytes = Bytes("Exif\0\0")) -> Bytes {
        let content = code + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1] + Bytes(UInt16(content.all.count + 2)) + content + rest
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> JPEGImage {
        try JPEGImage(parsing: bytes.all[...])
    }

    @Test(arguments: [true, false])
    func `the small picture is found in either order of bytes`(isLittle: Bool) throws {
        let bytes = Self.file(Writer(isLittle: isLittle).tiff())
        let image = try parse(bytes)
        #expect(image.exif?.offset == 2)
        #expect(image.thumbnail == 68..<72)
        let markers = try Inspection(of: bytes.all[...], named: "a.jpg").markers
        #expect(
            markers.all.map(\.name)
                == ["jpeg-exif", "jpeg-thumbnail", "jpeg-thumbnail-end", "jpeg-scan-1", "jpeg-eoi"])
    }

    @Test(
        arguments: [
            Writer(isLittle: true).tiff(next: 0), Writer(isLittle: true).tiff(next: 999),
            Writer(isLittle: true).tiff(offset: 60), Writer(isLittle: true).tiff(offset: .max),
            Writer(isLittle: true).tiff(length: 5), Writer(isLittle: true).tiff(length: 2),
            Writer(isLittle: true).tiff(offset: 26), Bytes("II"), Bytes("MM\0*") + Bytes(UInt32.max),
        ])
    func `Exif without a small picture in its place is Exif all the same`(tiff: Bytes) throws {
        let image = try parse(Self.file(tiff))
        #expect(image.exif?.offset == 2)
        #expect(image.thumbnail == nil)
    }

    @Test func `another kind of APP1 is no Exif`() throws {
        let image = try parse(Self.file(Bytes("<x/>"), code: Bytes("http://ns.adobe.com/xap/1.0/\0")))
        #expect(image.exif == nil)
        #expect(image.thumbnail == nil)
    }
}
