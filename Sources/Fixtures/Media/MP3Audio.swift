/// The frames of an MP3 file, from behind its ID3v2 tag to its end.
///
/// Free-format streams are not read, since their frames do not say how long they are.
public struct MP3Audio: Sendable, Hashable {
    /// A picture in the ID3v2 tag, such as an album's cover.
    public struct Picture: Sendable, Hashable {
        /// Of the header of the tag's frame `APIC`.
        public let frame: Int
        /// The picture file's own bytes.
        public let data: Range<Int>
    }

    /// Bytes of the ID3v2 tag in front, 0 when there is none.
    public let tagLength: Int

    /// The pictures in that tag.
    public let pictures: [Picture]

    /// All frames in order, also one that carries a note instead of sound.
    public let frames: [MP3Frame]

    /// `Xing`, `Info` or `VBRI` where the first frame carries a note of that name instead of sound.
    public let note: String?

    /// The offset of the note's name, 0 where there is none.
    public let noteOffset: Int

    /// Whether the first frame carries a note instead of sound.
    public var beginsWithNote: Bool { note != nil }

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
        let tag = try ID3Tag(&reader)
        tagLength = tag?.length ?? 0
        pictures = tag?.pictures ?? []
        var frames: [MP3Frame] = []
        var note: (name: String, offset: Int)?
        while reader.remaining > 0, !reader.follows("TAG"), !reader.follows("APETAGEX") {
            let offset = reader.position
            guard let frame = MP3Frame(header: try reader.number(UInt32.self, "a frame's header"), at: offset) else {
                throw reader.malformed("expected the header of a layer III frame", at: offset)
            }
            if frames.isEmpty {
                let (ahead, fixed) = (frame.noteOffset - 4, 32)
                if reader.follows("Xing", ahead) { note = ("Xing", reader.position + ahead) }
                if reader.follows("Info", ahead) { note = ("Info", reader.position + ahead) }
                if reader.follows("VBRI", fixed) { note = ("VBRI", reader.position + fixed) }
            }
            try reader.skip(frame.length - 4, "frame \(frames.count + 1)")
            frames.append(frame)
        }
        guard !frames.isEmpty else { throw reader.malformed("no frames") }
        self.frames = frames
        (self.note, noteOffset) = (note?.name, note?.offset ?? 0)
        trailerLength = reader.remaining
    }

    /// The tag's pictures, the note and the frames, as scenarios name them.
    var markers: Markers {
        var markers = Markers()
        markers.add(oneOrMore: "id3-apic", at: pictures.map(\.frame))
        markers.add(oneOrMore: "id3-picture", at: pictures.map(\.data.lowerBound))
        markers.add(oneOrMore: "id3-picture-end", at: pictures.map(\.data.upperBound))
        if let note { markers.add("mp3-\(note.lowercased())", at: noteOffset) }
        markers.add("mp3-frame", at: frames.map(\.offset))
        return markers
    }
}
