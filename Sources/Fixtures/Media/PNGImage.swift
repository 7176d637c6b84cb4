/// The chunks of a PNG file.
///
/// Source: W3C PNG (third edition), clauses 5 and 11. Checksums are not verified, and nothing is inflated but to find
/// the passes of an interlaced picture.
public struct PNGImage: Sendable, Hashable {
    /// A length, a type, so many bytes and a checksum.
    public struct Chunk: Sendable, Hashable {
        /// Four letters, such as `IDAT`.
        public let type: String
        /// Of the length field.
        public let offset: Int
        /// Bytes of content, without the twelve around it.
        public let length: Int
    }

    /// In pixels.
    public let dimensions: Fixture.Dimensions

    /// Whether it is sent in the seven passes of Adam7.
    public let isInterlaced: Bool

    /// All chunks from IHDR to IEND.
    public let chunks: [Chunk]

    /// The chunks that carry the picture.
    public var dataChunks: [Chunk] { chunks.filter { $0.type == "IDAT" } }

    /// Where the passes of an interlaced picture begin, as far as its data can be inflated; none for a plain one.
    ///
    /// Every byte that the passes before it need lies in front of each.
    public let passes: [Int]

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        var reader = ByteReader(bytes, format: "PNG")
        guard try reader.number(UInt64.self, "the signature") == 0x89504E47_0D0A1A0A else {
            throw reader.malformed("does not begin with the PNG signature", at: 0)
        }
        var chunks: [Chunk] = []
        var data: [UInt8] = []
        var header: (dimensions: Fixture.Dimensions, layout: PNGPasses.Layout?, interlace: UInt8)?
        while chunks.last?.type != "IEND" {
            let offset = reader.position
            let length = Int(try reader.number(UInt32.self, "a chunk's length"))
            let type = try reader.take(4, "a chunk's type")
            guard type.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
                throw reader.malformed("a chunk's type is not four letters", at: offset + 4)
            }
            let chunk = Chunk(type: String(decoding: type, as: UTF8.self), offset: offset, length: length)
            guard chunks.isEmpty == (chunk.type == "IHDR") else {
                throw reader.malformed("\(chunk.type) is out of place: IHDR comes first and once", at: offset)
            }
            var content = try reader.part(length, "chunk \(chunk.type)")
            if chunk.type == "IHDR" {
                let width = Int(try content.number(UInt32.self, "the width"))
                let height = Int(try content.number(UInt32.self, "the height"))
                let dimensions = Fixture.Dimensions(width: width, height: height)
                let depth = try content.number(UInt8.self, "the bit depth")
                let colorType = try content.number(UInt8.self, "the colour type")
                try content.skip(2, "the header")
                let layout = PNGPasses.Layout(dimensions: dimensions, depth: depth, colorType: colorType)
                header = (dimensions, layout, try content.number(UInt8.self, "the interlace method"))
            }
            if chunk.type == "IDAT", header?.interlace == 1 { data += content.bytes }
            try reader.skip(4, "a checksum")
            chunks.append(chunk)
        }
        guard let header, header.interlace <= 1, chunks.contains(where: { $0.type == "IDAT" }) else {
            throw reader.malformed("no picture data, or an unknown interlace method", at: 8)
        }
        guard reader.remaining == 0 else { throw reader.malformed("\(reader.remaining) bytes behind IEND") }
        self.chunks = chunks
        dimensions = header.dimensions
        isInterlaced = header.interlace == 1
        guard isInterlaced, let layout = header.layout else {
            passes = []
            return
        }
        let dataChunks = chunks.filter { $0.type == "IDAT" }
        passes = ([0] + PNGPasses.starts(in: data, layout)).map { Self.offset(behind: $0, of: dataChunks) }
    }

    /// The chunks with the picture's data, the passes and the end, as scenarios name them.
    var markers: Markers {
        var markers = Markers()
        markers.add("png-idat", at: dataChunks.map(\.offset))
        markers.add("png-pass", at: passes)
        if let end = chunks.last { markers.add("png-iend", at: end.offset) }
        return markers
    }

    /// Where in the file the so-manieth byte of all chunks' content ends.
    private static func offset(behind count: Int, of chunks: [Chunk]) -> Int {
        var left = count
        for chunk in chunks {
            if left <= chunk.length { return chunk.offset + 8 + left }
            left -= chunk.length
        }
        return 0
    }
}
