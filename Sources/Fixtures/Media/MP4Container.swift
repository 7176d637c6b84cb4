/// The boxes at the top of an MP4 file, and how long it plays.
///
/// Source: ISO/IEC 14496-12 §4.2 and §8.2.2.
public struct MP4Container: Sendable, Hashable {
    /// A size, a type and content.
    public struct Box: Sendable, Hashable {
        /// Four characters, such as `moov`; bytes that are no ASCII are shown as `?`.
        public let type: String
        /// Of the size field.
        public let offset: Int
        /// Header included.
        public let size: Int
        /// Bytes in front of the content: 8, or 16 where the size has 64 bits.
        public let headerSize: Int
    }

    /// The top-level boxes in order.
    public let boxes: [Box]

    /// From the movie header, or nil when the file says that it does not know.
    public let duration: Duration?

    /// Whether the index stands in front of the sound, so that playing can begin before the end has come.
    public var isFastStart: Bool {
        guard let moov = boxes.first(where: { $0.type == "moov" }), let mdat = boxes.first(where: { $0.type == "mdat" })
        else { return false }
        return moov.offset < mdat.offset
    }

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        let file = ByteReader(bytes, format: "MP4")
        boxes = try Self.boxes(in: file)
        guard boxes.first?.type == "ftyp" else { throw file.malformed("does not begin with an ftyp box") }
        guard let movie = boxes.first(where: { $0.type == "moov" }) else {
            throw file.malformed("ends without a moov box", at: bytes.count)
        }
        let content = try Self.content(of: movie, in: file)
        guard let header = try Self.boxes(in: content).first(where: { $0.type == "mvhd" }) else {
            throw content.malformed("moov has no mvhd box")
        }
        duration = try Self.duration(try Self.content(of: header, in: file))
    }

    private static func content(of box: Box, in file: ByteReader) throws(MalformedMedia) -> ByteReader {
        var reader = file
        try reader.skip(box.offset + box.headerSize, "the file")
        return try reader.part(box.size - box.headerSize, "box \(box.type)")
    }

    private static func boxes(in content: ByteReader) throws(MalformedMedia) -> [Box] {
        var reader = content
        var boxes: [Box] = []
        while reader.remaining > 0 {
            let start = reader.position
            let left = reader.remaining
            let short = try reader.number(UInt32.self, "a box's size")
            let type = try reader.take(4, "a box's type")
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
            let name = String(decoding: type.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
            boxes.append(Box(type: name, offset: reader.origin + start, size: Int(size), headerSize: headerSize))
            try reader.skip(Int(size) - headerSize, "box \(name)")
        }
        return boxes
    }

    /// Version 1 has 64-bit times; a duration of all ones means unknown.
    private static func duration(_ fields: ByteReader) throws(MalformedMedia) -> Duration? {
        var reader = fields
        let isLong = try reader.number(UInt32.self, "the mvhd version") >> 24 == 1
        try reader.skip(isLong ? 16 : 8, "the mvhd dates")
        let scale = UInt64(try reader.number(UInt32.self, "the mvhd time scale"))
        let units =
            isLong
            ? try reader.number(UInt64.self, "the mvhd duration")
            : UInt64(try reader.number(UInt32.self, "the mvhd duration"))
        guard units != (isLong ? .max : UInt64(UInt32.max)) else { return nil }
        guard scale > 0, units <= UInt64(Int64.max) / 1000 else {
            throw reader.malformed("mvhd says \(units) units of 1/\(scale) s", at: 0)
        }
        return .milliseconds(Int64(units * 1000 / scale))
    }
}
