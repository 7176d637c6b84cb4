/// The boxes at the top of an AVIF file, and the size of its primary picture.
///
/// Source: ISO/IEC 23008-12 §6 (HEIF), AOM AV1 Image File Format §2. The picture's own data is not looked at.
public struct AVIFImage: Sendable, Hashable {
    /// In pixels.
    public let dimensions: Fixture.Dimensions

    /// The top-level boxes in order.
    public let boxes: [MediaBox]

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        let file = ByteReader(bytes, format: "AVIF")
        boxes = try MediaBox.all(in: file)
        guard let type = boxes.first, type.type == "ftyp", try Self.hasBrand(try type.content(in: file)) else {
            throw file.malformed("does not begin with an ftyp box of brand avif or avis", at: 0)
        }
        guard let meta = boxes.first(where: { $0.type == "meta" }) else {
            throw file.malformed("ends without a meta box", at: bytes.count)
        }
        var content = try meta.content(in: file)
        try content.skip(4, "the version of meta")
        let inner = try MediaBox.all(in: content)
        guard boxes.contains(where: { $0.type == "mdat" }) || inner.contains(where: { $0.type == "idat" }) else {
            throw file.malformed("ends without picture data", at: bytes.count)
        }
        dimensions = try Self.dimensions(inner, meta, file)
    }

    /// The top-level boxes by their types, as scenarios name them.
    var markers: Markers { Markers(ofTypes: boxes.map { ($0.type, $0.offset) }, prefix: "avif") }

    /// The major brand, a version, and compatible brands.
    private static func hasBrand(_ content: ByteReader) throws(MalformedMedia) -> Bool {
        var reader = content
        var brands = [try reader.type("the major brand")]
        try reader.skip(4, "the minor version")
        while reader.remaining > 0 { brands.append(try reader.type("a compatible brand")) }
        return brands.contains("avif") || brands.contains("avis")
    }

    /// `pitm` names the primary item, `ipma` gives it properties by their places in `ipco`, one of which is `ispe`.
    private static func dimensions(
        _ inner: [MediaBox], _ meta: MediaBox, _ file: ByteReader
    ) throws(MalformedMedia) -> Fixture.Dimensions {
        func fail(_ problem: String) -> MalformedMedia { file.malformed(problem, at: meta.offset) }
        guard let primary = inner.first(where: { $0.type == "pitm" }) else { throw fail("meta has no pitm box") }
        guard let properties = inner.first(where: { $0.type == "iprp" }) else { throw fail("meta has no iprp box") }
        let parts = try MediaBox.all(in: try properties.content(in: file))
        guard let container = parts.first(where: { $0.type == "ipco" }),
            let associations = parts.first(where: { $0.type == "ipma" })
        else { throw fail("iprp has no ipco or no ipma box") }

        let item = try item(try primary.content(in: file))
        let all = try MediaBox.all(in: try container.content(in: file))
        let own = try places(of: item, try associations.content(in: file))
        guard
            let extents = own.filter({ all.indices.contains($0 - 1) }).map({ all[$0 - 1] })
                .first(where: { $0.type == "ispe" })
        else { throw fail("item \(item) has no ispe property") }
        var reader = try extents.content(in: file)
        try reader.skip(4, "the version of ispe")
        let width = Int(try reader.number(UInt32.self, "the width"))
        return .init(width: width, height: Int(try reader.number(UInt32.self, "the height")))
    }

    private static func item(_ content: ByteReader) throws(MalformedMedia) -> UInt32 {
        var reader = content
        let version = try reader.number(UInt32.self, "the version of pitm") >> 24
        return try number(&reader, isLong: version > 0, "the primary item")
    }

    /// The places of an item's properties, counted from 1.
    private static func places(of item: UInt32, _ content: ByteReader) throws(MalformedMedia) -> [Int] {
        var reader = content
        let version = try reader.number(UInt32.self, "the version of ipma")
        let isWide = version & 1 == 1
        for _ in 0..<(try reader.number(UInt32.self, "the count of ipma")) {
            let current = try number(&reader, isLong: version >> 24 > 0, "an item of ipma")
            var found: [Int] = []
            for _ in 0..<(try reader.number(UInt8.self, "a count of properties")) {
                // The first bit says that a reader must understand the property.
                found.append(
                    isWide
                        ? Int(try reader.number(UInt16.self, "a property's place") & 0x7FFF)
                        : Int(try reader.number(UInt8.self, "a property's place") & 0x7F))
            }
            if current == item { return found }
        }
        return []
    }

    private static func number(
        _ reader: inout ByteReader, isLong: Bool, _ what: String
    ) throws(MalformedMedia) -> UInt32 {
        isLong ? try reader.number(UInt32.self, what) : UInt32(try reader.number(UInt16.self, what))
    }
}
