/// The frames of a GIF file.
///
/// Source: CompuServe, Graphics Interchange Format 89a. Pictures are stepped over, not decoded.
public struct GIFImage: Sendable, Hashable {
    /// One picture of an animation.
    public struct Frame: Sendable, Hashable {
        /// Of the graphic control extension, which holds its delay, or of the image descriptor where there is none.
        public let offset: Int
        /// Where its data has ended.
        public let end: Int
    }

    /// The logical screen in pixels.
    public let dimensions: Fixture.Dimensions

    /// All pictures in order.
    public let frames: [Frame]

    /// The offset of the last byte; bytes behind it are none of ours.
    public let trailer: Int

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        var reader = ByteReader(bytes, format: "GIF")
        guard reader.follows("GIF87a") || reader.follows("GIF89a") else {
            throw reader.malformed("does not begin with GIF87a or GIF89a")
        }
        try reader.skip(6, "the signature")
        let width = Int(try reader.number(UInt16.self, "the width", .littleEndian))
        dimensions = .init(width: width, height: Int(try reader.number(UInt16.self, "the height", .littleEndian)))
        let flags = try reader.number(UInt8.self, "the screen's flags")
        try reader.skip(2, "the screen's background")
        try Self.skipColors(flags, &reader)

        var frames: [Frame] = []
        var control: Int?
        var trailer: Int?
        while trailer == nil {
            let offset = reader.position
            switch try reader.number(UInt8.self, "a block") {
            case 0x3B:
                trailer = offset
            case 0x21:
                switch try reader.number(UInt8.self, "an extension's label") {
                case 0xF9: control = offset
                // Text to draw uses up a control extension as a picture does.
                case 0x01: control = nil
                default: break
                }
                try Self.skipBlocks("an extension", &reader)
            case 0x2C:
                try reader.skip(8, "an image descriptor")
                try Self.skipColors(try reader.number(UInt8.self, "an image's flags"), &reader)
                try reader.skip(1, "the code size")
                try Self.skipBlocks("frame \(frames.count + 1)", &reader)
                frames.append(Frame(offset: control ?? offset, end: reader.position))
                control = nil
            default:
                throw reader.malformed("expected an image, an extension or the trailer", at: offset)
            }
        }
        guard let trailer, !frames.isEmpty else { throw reader.malformed("ends without a picture") }
        self.frames = frames
        self.trailer = trailer
    }

    /// The frames and the trailer, as scenarios name them.
    var markers: Markers {
        var markers = Markers()
        markers.add("gif-frame", at: frames.map(\.offset))
        markers.add("gif-trailer", at: trailer)
        return markers
    }

    /// A table of colours, where the flags announce one: three bytes for each of 2 to 256.
    private static func skipColors(_ flags: UInt8, _ reader: inout ByteReader) throws(MalformedMedia) {
        if flags & 0x80 != 0 { try reader.skip(3 << (Int(flags & 7) + 1), "a table of colours") }
    }

    /// Blocks of up to 255 bytes, each behind its length, up to an empty one.
    private static func skipBlocks(_ what: String, _ reader: inout ByteReader) throws(MalformedMedia) {
        while true {
            let length = Int(try reader.number(UInt8.self, what))
            if length == 0 { return }
            try reader.skip(length, what)
        }
    }
}
