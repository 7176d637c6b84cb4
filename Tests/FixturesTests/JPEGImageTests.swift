import Fixtures
import Testing

@Suite struct JPEGImageTests {
    private static let start: Bytes = [0xFF, 0xD8]
    private static let end: Bytes = [0xFF, 0xD9]
    private static let scan: Bytes = [0xFF, 0xDA, 0, 3, 1] + Bytes("data")

    private static func frame(_ kind: UInt8 = 0xC0) -> Bytes {
        [0xFF, kind, 0, 8, 8] + Bytes(UInt16(30)) + Bytes(UInt16(40)) + [3]
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> JPEGImage {
        try JPEGImage(parsing: bytes.all[...])
    }

    @Test func `segments, scans and the size are found`() throws {
        let image = try parse(Self.start + Self.frame() + Self.scan + Self.end)
        #expect(image.dimensions == .init(width: 40, height: 30))
        #expect(image.segments.map(\.marker) == [0xD8, 0xC0, 0xDA, 0xD9])
        #expect(image.segments.map(\.offset) == [0, 2, 12, 21])
        #expect(image.segments.map(\.end) == [2, 12, 21, 23])
        #expect(image.endOfImage == 21)
    }

    @Test(
        arguments: [(0xC0, false), (0xC1, false), (0xC2, true), (0xC6, true), (0xC9, false), (0xCA, true)]
            as [(UInt8, Bool)])
    func `the frame's kind tells whether it is progressive`(kind: UInt8, isProgressive: Bool) throws {
        #expect(try parse(Self.start + Self.frame(kind) + Self.scan + Self.end).isProgressive == isProgressive)
    }

    @Test func `stuffed bytes and restarts belong to the scan, tables do not`() throws {
        let tables: Bytes = [0xFF, 0xC4, 0, 2]
        let long = Self.scan + [0xFF, 0x00, 0xFF, 0xD0, 0xFF, 0xD7, 0x11]
        let image = try parse(Self.start + Self.frame() + long + tables + Self.scan + Self.end)
        #expect(image.scans.map(\.offset) == [12, 12 + 16 + 4])
        #expect(image.scans.first?.end == 12 + 16)
    }

    @Test func `fill bytes in front of a marker are stepped over`() throws {
        let image = try parse(Self.start + Self.frame() + [0xFF, 0xFF] + Self.scan + [0xFF, 0xFF] + Self.end)
        #expect(image.scans.map(\.offset) == [14])
        #expect(image.endOfImage == 25)
    }

    @Test func `a picture inside a segment is not taken for the picture`() throws {
        let thumbnail = Self.start + Self.frame() + Self.scan + Self.end
        let exif: Bytes = [0xFF, 0xE1, 0, UInt8(thumbnail.all.count + 2)] + thumbnail
        let image = try parse(Self.start + exif + Self.frame() + Self.scan + Self.end)
        #expect(image.scans.map(\.offset) == [2 + exif.all.count + 10])
    }

    @Test func `bytes behind the end are none of ours`() throws {
        #expect(try parse(Self.start + Self.frame() + Self.scan + Self.end + Bytes("junk")).endOfImage == 21)
    }

    @Test(
        arguments: [
            ([], 0, "start of image"),
            ([0xFF, 0xD9], 0, "FF D8"),
            (start + end, 4, "without a scan"),
            (start + frame() + end, 14, "without a scan"),
            (start + scan + end, 2, "before the frame header"),
            (start + frame() + frame() + scan + end, 12, "second frame header"),
            (start + [0x00], 2, "expected a marker"),
            (start + [0xFF, 0x01], 2, "outside a scan"),
            (start + [0xFF, 0xD0], 2, "outside a scan"),
            (start + [0xFF, 0xE0, 0, 1], 2, "length 1"),
            (start + [0xFF, 0xE0, 0, 9, 1], 7, "ends within a segment"),
            (start + [0xFF, 0xC0, 0, 4, 8, 0], 8, "ends within the height"),
            (start + frame() + scan, 21, "ends within a scan"),
            (start + frame() + scan + [0xFF], 22, "ends within a scan"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
