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
        boxes = try Self.boxes(in: bytes, from: 0)
        guard boxes.first?.type == "ftyp" else {
            throw MalformedMedia(format: "MP4", offset: 0, problem: "does not begin with an ftyp box")
        }
        guard let movie = boxes.first(where: { $0.type == "moov" }) else {
            throw MalformedMedia(format: "MP4", offset: bytes.count, problem: "ends without a moov box")
        }
        let start = movie.offset + movie.headerSize
        let content = bytes.dropFirst(start).prefix(movie.size - movie.headerSize)
        guard let header = try Self.boxes(in: content, from: start).first(where: { $0.type == "mvhd" }) else {
            throw MalformedMedia(format: "MP4", offset: start, problem: "moov has no mvhd box")
        }
        let fields = bytes.dropFirst(header.offset + header.headerSize).prefix(header.size - header.headerSize)
        duration = try Self.duration(fields, at: header.offset)
    }

    /// `base` is the offset of the first byte in the file.
    private static func boxes(in bytes: ArraySlice<UInt8>, from base: Int) throws(MalformedMedia) -> [Box] {
        var reader = ByteReader(bytes, format: "MP4")
        var boxes: [Box] = []
        while reader.remaining > 0 {
            let start = reader.position
            let short = try reader.number(UInt32.self, "a box's size")
            let type = try reader.take(4, "a box's type")
            let size: UInt64 =
                switch short {
                case 0: UInt64(bytes.count - start)
                case 1: try reader.number(UInt64.self, "a box's 64-bit size")
                default: UInt64(short)
                }
            let headerSize = reader.position - start
            guard size >= UInt64(headerSize), size <= UInt64(bytes.count - start) else {
                throw reader.malformed("box of \(size) bytes, \(bytes.count - start) are left", at: base + start)
            }
            let name = String(decoding: type.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
            boxes.append(Box(type: name, offset: base + start, size: Int(size), headerSize: headerSize))
            try reader.skip(Int(size) - headerSize, "box \(name)")
        }
        return boxes
    }

    /// Version 1 has 64-bit times; a duration of all ones means unknown.
    private static func duration(_ fields: ArraySlice<UInt8>, at offset: Int) throws(MalformedMedia) -> Duration? {
        var reader = ByteReader(fields, format: "MP4")
        let isLong = try reader.number(UInt32.self, "the mvhd version") >> 24 == 1
        try reader.skip(isLong ? 16 : 8, "the mvhd dates")
        let scale = UInt64(try reader.number(UInt32.self, "the mvhd time scale"))
        let units =
            isLong
            ? try reader.number(UInt64.self, "the mvhd duration")
            : UInt64(try reader.number(UInt32.self, "the mvhd duration"))
        guard units != (isLong ? .max : UInt64(UInt32.max)) else { return nil }
        guard scale > 0, units <= UInt64(Int64.max) / 1000 else {
            throw reader.malformed("mvhd says \(units) units of 1/\(scale) s", at: offset)
        }
        return .milliseconds(Int64(units * 1000 / scale))
    }
}
