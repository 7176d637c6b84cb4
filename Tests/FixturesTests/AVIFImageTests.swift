import Fixtures
import Testing

@Suite struct AVIFImageTests {
    private static let brand = box("ftyp", Bytes("mif1") + Bytes(4, of: 0) + Bytes("avif"))
    private static let data = box("mdat", Bytes("pixels"))
    private static let primary = box("pitm", Bytes(4, of: 0) + Bytes(UInt16(2)))

    private static func box(_ type: String, _ content: Bytes) -> Bytes {
        Bytes(UInt32(content.all.count + 8)) + Bytes(type) + content
    }

    private static func size(_ width: UInt32, _ height: UInt32) -> Bytes {
        box("ispe", Bytes(4, of: 0) + Bytes(width) + Bytes(height))
    }

    /// Item 1 has the first property, item 2 the second and third, which must be understood.
    private static let associations = box(
        "ipma", Bytes(4, of: 0) + Bytes(UInt32(2)) + [0, 1, 1, 1] + [0, 2, 2, 0x82, 0x83])

    private static func meta(_ parts: Bytes) -> Bytes { box("meta", Bytes(4, of: 0) + parts) }

    private static func properties(_ associations: Bytes = associations) -> Bytes {
        box("iprp", box("ipco", size(1, 1) + box("pixi", [0]) + size(40, 30)) + associations)
    }

    private func parse(_ bytes: Bytes) throws(MalformedMedia) -> AVIFImage {
        try AVIFImage(parsing: bytes.all[...])
    }

    @Test func `the size is the primary item's, and boxes are markers`() throws {
        let bytes = Self.brand + Self.meta(Self.primary + Self.properties()) + Self.data
        #expect(try parse(bytes).dimensions == .init(width: 40, height: 30))
        let markers = try Inspection(of: bytes.all[...], named: "a.avif").markers
        #expect(markers.all.map(\.name) == ["avif-ftyp", "avif-meta", "avif-mdat"])
        #expect(markers["avif-meta"] == 20)
    }

    @Test func `long item numbers and wide places are read too`() throws {
        let primary = Self.box("pitm", [1, 0, 0, 0] + Bytes(UInt32(70_000)))
        let wide = Self.box(
            "ipma", [1, 0, 0, 1] + Bytes(UInt32(1)) + Bytes(UInt32(70_000)) + [1] + Bytes(UInt16(0x8003)))
        let bytes = Self.brand + Self.meta(primary + Self.properties(wide)) + Self.data
        #expect(try parse(bytes).dimensions == .init(width: 40, height: 30))
    }

    @Test func `the picture may lie within the meta box`() throws {
        let inside = Self.meta(Self.primary + Self.properties() + Self.box("idat", [1]))
        #expect(try parse(Self.brand + inside).boxes.count == 2)
    }

    @Test(
        arguments: [
            ([], 0, "ftyp"),
            (box("ftyp", Bytes("heic") + Bytes(4, of: 0)), 0, "brand avif or avis"),
            (box("ftyp", Bytes("mif1") + Bytes(4, of: 0) + Bytes("heic")), 0, "brand avif or avis"),
            (brand, 20, "without a meta"),
            (brand + meta(primary), 46, "without picture data"),
            (brand + meta(properties()) + data, 20, "no pitm"),
            (brand + meta(primary) + data, 20, "no iprp"),
            (brand + meta(primary + box("iprp", [])) + data, 20, "no ipco"),
            (brand + meta(primary + properties(box("ipma", Bytes(8, of: 0)))) + data, 20, "item 2 has no ispe"),
            (
                brand + meta(primary + properties(box("ipma", Bytes(4, of: 0) + Bytes(UInt32.max)))) + data, 127,
                "an item of ipma"
            ),
            (
                brand + meta(primary + properties(box("ipma", Bytes(7, of: 0) + [1, 0, 2, 2, 0, 99]))) + data, 20,
                "item 2 has no ispe"
            ),
            (brand + Bytes(UInt32(99)) + Bytes("meta"), 20, "box of 99 bytes"),
        ] as [(Bytes, Int, String)])
    func `what is wrong is named, with its place`(bytes: Bytes, offset: Int, problem: String) {
        let error = #expect(throws: MalformedMedia.self) { try parse(bytes) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.offset == offset)
    }
}
