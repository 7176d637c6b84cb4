/// The chunks of a RIFF file, the shape of WAV and WebP.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, chapter 2.
struct RIFFFile: Sendable {
    /// A type, a length, so many bytes, and one more where the length is odd.
    struct Chunk: Sendable, Hashable {
        /// Four characters, such as `data`, spaces at the end included.
        let type: String
        /// Of the type.
        let offset: Int
        /// Bytes of content, without the eight in front.
        let length: Int
    }

    /// All chunks in order.
    let chunks: [Chunk]

    private let file: ByteReader

    /// Reads a whole file; `form` is what stands behind the size, such as `WAVE`.
    init(parsing bytes: ArraySlice<UInt8>, form: StaticString, format: String) throws(MalformedMedia) {
        file = ByteReader(bytes, format: format)
        var reader = file
        guard reader.follows("RIFF"), reader.follows(form, 8) else {
            throw reader.malformed("does not begin with a RIFF header of \(form)")
        }
        try reader.skip(4, "the RIFF header")
        let size = Int(try reader.number(UInt32.self, "the RIFF size", .littleEndian))
        guard size == reader.remaining else {
            let problem = "RIFF size of \(size) bytes, \(reader.remaining) are there"
            throw reader.malformed(problem, at: size > reader.remaining ? bytes.count : 8 + size)
        }
        try reader.skip(4, "the form")
        var chunks: [Chunk] = []
        while reader.remaining > 0 {
            let offset = reader.position
            let type = try reader.type("a chunk's type")
            let length = Int(try reader.number(UInt32.self, "a chunk's length", .littleEndian))
            try reader.skip(length, "chunk \(type)")
            // Some writers leave the last padding out.
            if length % 2 == 1, reader.remaining > 0 { try reader.skip(1, "a padding byte") }
            chunks.append(Chunk(type: type, offset: offset, length: length))
        }
        self.chunks = chunks
    }

    /// What a chunk holds.
    func content(of chunk: Chunk) throws(MalformedMedia) -> ByteReader {
        var reader = file
        try reader.skip(chunk.offset + 8, "the file")
        return try reader.part(chunk.length, "chunk \(chunk.type)")
    }

    func malformed(_ problem: String, at place: Int) -> MalformedMedia { file.malformed(problem, at: place) }

    /// The chunks by their types, as scenarios name them: `wav-data`, `webp-vp8`.
    func markers(prefix: String) -> Markers {
        Markers(ofTypes: chunks.map { ($0.type, $0.offset) }, prefix: prefix)
    }
}
