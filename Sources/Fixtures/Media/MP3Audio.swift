/// The frames of an MP3 file, from behind its ID3v2 tag to its end.
///
/// Free-format streams are not read, since their frames do not say how long they are.
public struct MP3Audio: Sendable, Hashable {
    /// Bytes of the ID3v2 tag in front, 0 when there is none.
    ///
    /// Source: id3.org, ID3v2.4 §3.1.
    public let tagLength: Int

    /// All frames in order, also one that carries a note instead of sound.
    public let frames: [MP3Frame]

    /// Whether the first frame carries a Xing, Info or VBRI note instead of sound.
    public let beginsWithNote: Bool

    /// What follows the last frame, such as the 128 bytes of an ID3v1 tag.
    public let trailerLength: Int

    /// Playing time: the samples of all frames with sound, the encoder's delay and padding included.
    public var duration: Duration {
        guard let rate = frames.first?.sampleRate else { return .zero }
        let samples = frames.dropFirst(beginsWithNote ? 1 : 0).reduce(0) { $0 + $1.samples }
        return .seconds(1) * samples / rate
    }

    /// Whether all frames with sound have one bit rate.
    public var isConstantBitRate: Bool {
        Set(frames.dropFirst(beginsWithNote ? 1 : 0).map(\.bitRate)).count <= 1
    }

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        var reader = ByteReader(bytes, format: "MP3")
        tagLength = try Self.skipTag(&reader)
        var frames: [MP3Frame] = []
        var beginsWithNote = false
        while reader.remaining > 0, !reader.follows("TAG"), !reader.follows("APETAGEX") {
            let offset = reader.position
            guard let frame = MP3Frame(header: try reader.number(UInt32.self, "a frame's header"), at: offset) else {
                throw reader.malformed("expected the header of a layer III frame", at: offset)
            }
            if frames.isEmpty {
                let note = frame.noteOffset - 4
                beginsWithNote =
                    reader.follows("Xing", note) || reader.follows("Info", note) || reader.follows("VBRI", 32)
            }
            try reader.skip(frame.length - 4, "frame \(frames.count + 1)")
            frames.append(frame)
        }
        guard !frames.isEmpty else { throw reader.malformed("no frames") }
        self.frames = frames
        self.beginsWithNote = beginsWithNote
        trailerLength = reader.remaining
    }

    /// The tag's size is four bytes of seven bits, without its header and without the footer that flag 0x10 announces.
    private static func skipTag(_ reader: inout ByteReader) throws(MalformedMedia) -> Int {
        guard reader.follows("ID3") else { return 0 }
        try reader.skip(5, "the ID3v2 header")
        let hasFooter = try reader.number(UInt8.self, "the ID3v2 flags") & 0x10 != 0
        let size = try reader.number(UInt32.self, "the ID3v2 size")
        guard size & 0x8080_8080 == 0 else { throw reader.malformed("the ID3v2 size has eight-bit bytes", at: 6) }
        let content = (size & 0x7F) | (size >> 1 & 0x3F80) | (size >> 2 & 0x1F_C000) | (size >> 3 & 0xFE0_0000)
        try reader.skip(Int(content) + (hasFooter ? 10 : 0), "the ID3v2 tag")
        return reader.position
    }
}
