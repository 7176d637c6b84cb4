import Fixtures
import Testing

@Suite struct MP4ContainerTests {
    private static func box(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(UInt32(8 + content.all.count)) + Bytes(type) + content
    }

    private static func wideBox(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(UInt32(1)) + Bytes(type) + Bytes(UInt64(16 + content.all.count)) + content
    }

    private static let brand = box("ftyp", Bytes("M4A "))
    private static let data = box("mdat", Bytes("sound"))

    private static func movie(scale: UInt32 = 1000, units: UInt32 = 2500) -> Bytes {
        box("moov", box("mvhd", Bytes(UInt32(0)) + Bytes(8, of: 0) + Bytes(scale) + Bytes(units)))
    }

    private static func longMovie(scale: UInt32, units: UInt64) -> Bytes {
        box("moov", box("mvhd", Bytes(UInt32(1 << 24)) + Bytes(16, of: 0) + Bytes(scale) + Bytes(units)))
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> MP4Container {
        try MP4Container(parsing: bytes.all[...])
    }

    @Test func `boxes and the duration are found`() throws {
        let container = try parse(Self.brand + Self.movie() + Self.data)
        #expect(container.boxes.map(\.type) == ["ftyp", "moov", "mdat"])
        #expect(container.boxes.map(\.offset) == [0, 12, 48])
        #expect(container.boxes.map(\.size) == [12, 36, 13])
        #expect(container.duration == .milliseconds(2500))
        #expect(container.isFastStart)
    }

    @Test func `an index behind the sound is no fast start`() throws {
        #expect(try !parse(Self.brand + Self.data + Self.movie()).isFastStart)
    }

    @Test func `a size of 64 bits is read`() throws {
        let container = try parse(Self.brand + Self.wideBox("mdat", Bytes("sound")) + Self.movie())
        #expect(container.boxes.map(\.size) == [12, 21, 36])
        #expect(container.boxes.map(\.headerSize) == [8, 16, 8])
    }

    @Test func `a size of zero reaches to the end`() throws {
        let open = Bytes(UInt32(0)) + Bytes("mdat") + Bytes(100, of: 7)
        #expect(try parse(Self.brand + Self.movie() + open).boxes.last?.size == 108)
    }

    @Test func `a movie header with 64-bit times is read`() throws {
        let container = try parse(Self.brand + Self.longMovie(scale: 48_000, units: 48_000 * 86_400))
        #expect(container.duration == .seconds(86_400))
    }

    @Test(arguments: [brand + movie(units: .max), brand + longMovie(scale: 1, units: .max)])
    func `a duration of all ones is unknown`(bytes: Bytes) throws {
        #expect(try parse(bytes).duration == nil)
    }

    @Test(
        arguments: [
            ([], 0, "ftyp"),
            (movie(), 0, "ftyp"),
            (brand, 12, "without a moov"),
            (brand + box("moov", []), 20, "no mvhd"),
            (brand + movie(scale: 0), 28, "2500 units of 1/0"),
            (brand + longMovie(scale: 1, units: .max - 1), 28, "units of 1/1 s"),
            (brand + Bytes(UInt32(7)) + Bytes("free"), 12, "box of 7 bytes"),
            (brand + Bytes(UInt32(9)) + Bytes("free"), 12, "box of 9 bytes, 8 are left"),
            (brand + Bytes(UInt32(1)) + Bytes("free") + Bytes(UInt64.max), 12, "bytes, 16 are left"),
            (brand + Bytes(UInt32(1)) + Bytes("free") + Bytes(UInt64(15)), 12, "box of 15 bytes"),
            (brand + [0, 0, 0], 15, "ends within a box's size"),
            (brand + box("moov", Bytes(UInt32(99)) + Bytes("mvhd")), 20, "box of 99 bytes, 8 are left"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
