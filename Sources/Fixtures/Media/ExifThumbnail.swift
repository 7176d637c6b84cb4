/// Where the small picture in an Exif segment lies.
///
/// Source: CIPA DC-008 (Exif 2.32) §4.5: a TIFF file whose second directory names offset and length.
enum ExifThumbnail {
    /// Whether an APP1 segment's content is Exif, and not XMP.
    static func isExif(_ content: ByteReader) -> Bool { content.follows("Exif\0\0") }

    /// The bytes of the picture, counted in the file; nil where there is none or it is no JPEG.
    static func range(in content: ByteReader) -> Range<Int>? {
        guard isExif(content), let found = try? find(in: content) else { return nil }
        return found
    }

    private static func find(in content: ByteReader) throws(MalformedMedia) -> Range<Int>? {
        var reader = content
        try reader.skip(6, "the Exif code")
        let file = try reader.part(reader.remaining, "the TIFF header")
        let order: ByteReader.Order = file.follows("II") ? .littleEndian : .bigEndian
        var header = file
        try header.skip(4, "the TIFF header")
        var first = file
        try first.skip(Int(try header.number(UInt32.self, "the first directory's place", order)), "the file")
        try first.skip(12 * Int(try first.number(UInt16.self, "a directory", order)), "a directory")
        let place = Int(try first.number(UInt32.self, "the second directory's place", order))
        guard place > 0 else { return nil }
        var second = file
        try second.skip(place, "the file")
        var (offset, length): (Int?, Int?)
        for _ in 0..<(try second.number(UInt16.self, "a directory", order)) {
            let tag = try second.number(UInt16.self, "a tag", order)
            try second.skip(6, "a tag")
            let value = Int(try second.number(UInt32.self, "a tag", order))
            switch tag {
            case 0x0201: offset = value
            case 0x0202: length = value
            default: break
            }
        }
        guard let offset, let length, length > 2 else { return nil }
        var picture = file
        try picture.skip(offset, "the file")
        let range = picture.offset..<picture.offset + length
        guard try picture.take(length, "the small picture").starts(with: [0xFF, 0xD8]) else { return nil }
        return range
    }
}
