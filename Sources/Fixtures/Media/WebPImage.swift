/// The chunks of a WebP file, and the size of its canvas.
///
/// Source: RFC 9649 §2, and for the first bytes of a picture §3.4 and RFC 6386 §9.1. Pictures are not decoded.
public struct WebPImage: Sendable, Hashable {
    /// In pixels.
    public let dimensions: Fixture.Dimensions

    /// Frames of an animation, 0 for a single picture.
    public let frameCount: Int

    /// The chunks by their types, as scenarios name them.
    let markers: Markers

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        let file = try RIFFFile(parsing: bytes, form: "WEBP", format: "WebP")
        guard let first = file.chunks.first else { throw file.malformed("ends without a chunk", at: bytes.count) }
        var reader = try file.content(of: first)
        switch first.type {
        case "VP8X": dimensions = try Self.canvas(&reader)
        case "VP8 ": dimensions = try Self.lossy(&reader)
        case "VP8L": dimensions = try Self.lossless(&reader)
        default: throw file.malformed("begins with chunk \(first.type), which no picture does", at: first.offset)
        }
        frameCount = file.chunks.filter { $0.type == "ANMF" }.count
        guard frameCount > 0 || file.chunks.contains(where: { $0.type == "VP8 " || $0.type == "VP8L" }) else {
            throw file.malformed("ends without a picture", at: bytes.count)
        }
        markers = file.markers(prefix: "webp")
    }

    /// Behind the flags, width and height in 24 bits each, less one.
    private static func canvas(_ reader: inout ByteReader) throws(MalformedMedia) -> Fixture.Dimensions {
        try reader.skip(4, "the flags")
        let bits = try reader.number(UInt32.self, "the canvas", .littleEndian)
        let rest = try reader.number(UInt16.self, "the canvas", .littleEndian)
        return .init(width: Int(bits & 0xFF_FFFF) + 1, height: Int(bits >> 24 | UInt32(rest) << 8) + 1)
    }

    /// A key frame's start code, then width and height in 14 bits each under two bits of scale.
    private static func lossy(_ reader: inout ByteReader) throws(MalformedMedia) -> Fixture.Dimensions {
        try reader.skip(3, "the frame's tag")
        guard Array(try reader.take(3, "the start code")) == [0x9D, 0x01, 0x2A] else {
            throw reader.malformed("a VP8 chunk without a key frame's start code", at: 3)
        }
        let width = Int(try reader.number(UInt16.self, "the width", .littleEndian) & 0x3FFF)
        return .init(width: width, height: Int(try reader.number(UInt16.self, "the height", .littleEndian) & 0x3FFF))
    }

    /// A signature, then width and height in 14 bits each, less one.
    private static func lossless(_ reader: inout ByteReader) throws(MalformedMedia) -> Fixture.Dimensions {
        guard try reader.number(UInt8.self, "the signature") == 0x2F else {
            throw reader.malformed("a VP8L chunk without its signature", at: 0)
        }
        let bits = try reader.number(UInt32.self, "the size", .littleEndian)
        return .init(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
    }
}
