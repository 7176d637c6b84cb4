/// A box of an MP4 or AVIF file: a size, a type and content.
///
/// Source: ISO/IEC 14496-12 §4.2.
public struct MediaBox: Sendable, Hashable {
    /// Four characters, such as `moov`; bytes that are no ASCII are shown as `?`.
    public let type: String
    /// Of the size field.
    public let offset: Int
    /// Header included.
    public let size: Int
    /// Bytes in front of the content: 8, or 16 where the size has 64 bits.
    public let headerSize: Int

    /// What the box holds; `file` is the reader of the whole file.
    func content(in file: ByteReader) throws(MalformedMedia) -> ByteReader {
        var reader = file
        try reader.skip(offset + headerSize, "the file")
        return try reader.part(size - headerSize, "box \(type)")
    }

    /// All boxes that follow each other from the reader's position to its end.
    static func all(in content: ByteReader) throws(MalformedMedia) -> [MediaBox] {
        var reader = content
        var boxes: [MediaBox] = []
        while reader.remaining > 0 {
            let start = reader.position
            let left = reader.remaining
            let short = try reader.number(UInt32.self, "a box's size")
            let type = try reader.type("a box's type")
            let size: UInt64 =
                switch short {
                case 0: UInt64(left)
                case 1: try reader.number(UInt64.self, "a box's 64-bit size")
                default: UInt64(short)
                }
            let headerSize = reader.position - start
            guard size >= UInt64(headerSize), size <= UInt64(left) else {
                throw reader.malformed("box of \(size) bytes, \(left) are left", at: start)
            }
            boxes.append(
                MediaBox(type: type, offset: reader.origin + start, size: Int(size), headerSize: headerSize))
            try reader.skip(Int(size) - headerSize, "box \(type)")
        }
        return boxes
    }
}
