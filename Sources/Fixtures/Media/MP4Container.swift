/// The boxes at the top of an MP4 file, and how long it plays.
///
/// Source: ISO/IEC 14496-12 §4.2 and §8.2.2.
public struct MP4Container: Sendable, Hashable {
    /// The top-level boxes in order.
    public let boxes: [MediaBox]

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
        boxes = try MediaBox.all(in: file)
        guard boxes.first?.type == "ftyp" else { throw file.malformed("does not begin with an ftyp box") }
        guard let movie = boxes.first(where: { $0.type == "moov" }) else {
            throw file.malformed("ends without a moov box", at: bytes.count)
        }
        let content = try movie.content(in: file)
        guard let header = try MediaBox.all(in: content).first(where: { $0.type == "mvhd" }) else {
            throw content.malformed("moov has no mvhd box")
        }
        duration = try Self.duration(try header.content(in: file))
    }

    /// The top-level boxes by their types, as scenarios name them.
    var markers: Markers { Markers(ofTypes: boxes.map { ($0.type, $0.offset) }, prefix: "mp4") }

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
