import Fixtures
import Testing

@Suite struct GIFImageTests {
    private static let control: Bytes = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    private static let comment: Bytes = [0x21, 0xFE, 2] + Bytes("hi") + [0]
    private static let trailer: Bytes = [0x3B]

    /// Two colours in each table.
    private static func start(_ version: String = "GIF89a", hasColors: Bool = false) -> Bytes {
        Bytes(version) + Bytes(little: UInt16(40)) + Bytes(little: UInt16(30)) + [hasColors ? 0x80 : 0, 0, 0]
            + Bytes(hasColors ? 6 : 0, of: 9)
    }

    private static func picture(hasColors: Bool = false) -> Bytes {
        [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, hasColors ? 0x80 : 0] + Bytes(hasColors ? 6 : 0, of: 0x3B)
            + [2, 3] + Bytes("abc") + [1, 0x2C, 0]
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> GIFImage {
        try GIFImage(parsing: bytes.all[...])
    }

    @Test(arguments: ["GIF87a", "GIF89a"])
    func `the screen, a frame and the trailer are found`(version: String) throws {
        let image = try parse(Self.start(version) + Self.picture() + Self.trailer)
        #expect(image.dimensions == .init(width: 40, height: 30))
        #expect(image.frames.map(\.offset) == [13])
        #expect(image.frames.map(\.end) == [31])
        #expect(image.trailer == 31)
    }

    @Test func `a frame begins with its control extension, whatever stands between`() throws {
        let image = try parse(
            Self.start() + Self.comment + Self.control + Self.comment + Self.picture() + Self.picture()
                + Self.control + Self.picture() + Self.trailer)
        #expect(image.frames.map(\.offset) == [19, 51, 69])
    }

    @Test func `text to draw uses up a control extension`() throws {
        let image = try parse(Self.start() + Self.control + [0x21, 0x01, 0] + Self.picture() + Self.trailer)
        #expect(image.frames.map(\.offset) == [24])
    }

    @Test func `tables of colours are stepped over`() throws {
        let image = try parse(Self.start(hasColors: true) + Self.picture(hasColors: true) + Self.trailer)
        #expect(image.frames.map(\.offset) == [19])
        #expect(image.trailer == 43)
    }

    @Test func `bytes behind the trailer are none of ours`() throws {
        #expect(try parse(Self.start() + Self.picture() + Self.trailer + Bytes("junk")).trailer == 31)
    }

    @Test(
        arguments: [
            ([], 0, "GIF87a or GIF89a"),
            (Bytes("GIF88a"), 0, "GIF87a or GIF89a"),
            (Bytes("GIF89a") + [1, 0, 1], 9, "the height"),
            (start(), 13, "ends within a block"),
            (start() + trailer, 14, "without a picture"),
            (start() + [0x2D], 13, "expected an image"),
            (start() + [0x21, 0xFE, 5, 1], 17, "ends within an extension"),
            (start() + picture(), 31, "ends within a block"),
            (start() + [0x2C, 0, 0], 16, "an image descriptor"),
            (start() + [0x2C] + Bytes(8, of: 0) + [0x87] + Bytes(700, of: 0), 723, "a table of colours"),
            (start() + [0x2C] + Bytes(9, of: 0) + [2, 9, 1], 26, "frame 1"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
