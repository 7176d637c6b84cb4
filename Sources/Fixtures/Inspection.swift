/// What a file's own bytes say: dimensions, playing time and markers.
public struct Inspection: Sendable, Hashable {
    /// From the name's extension; see ``MediaType``.
    public let mediaType: String

    /// The picture's size, for pictures this module can read.
    public let dimensions: Fixture.Dimensions?

    /// The playing time in whole milliseconds, for sound this module can read.
    public let duration: Duration?

    /// The places a scenario can name.
    public let markers: Markers

    /// Reads a file; formats without a parser have neither dimensions nor markers, which is no error.
    public init(of bytes: ArraySlice<UInt8>, named path: String) throws(MalformedMedia) {
        mediaType = MediaType.of(path: path)
        var markers = Markers()
        switch mediaType {
        case "image/jpeg":
            let image = try JPEGImage(parsing: bytes)
            markers.add("jpeg-scan", at: image.scans.map(\.offset))
            markers.add("jpeg-eoi", at: image.endOfImage)
            (dimensions, duration) = (image.dimensions, nil)
        case "image/png":
            let image = try PNGImage(parsing: bytes)
            markers.add("png-idat", at: image.dataChunks.map(\.offset))
            if let end = image.chunks.last { markers.add("png-iend", at: end.offset) }
            (dimensions, duration) = (image.dimensions, nil)
        case "audio/mpeg":
            let sound = try MP3Audio(parsing: bytes)
            markers.add("mp3-frame", at: sound.frames.map(\.offset))
            (dimensions, duration) = (nil, .milliseconds(Int(sound.duration / .milliseconds(1))))
        case "audio/mp4", "video/mp4":
            let container = try MP4Container(parsing: bytes)
            for (type, boxes) in Dictionary(grouping: container.boxes, by: \.type) where Self.isWord(type) {
                let offsets = boxes.map(\.offset)
                if offsets.count == 1 {
                    markers.add("mp4-\(type)", at: offsets[0])
                } else {
                    markers.add("mp4-\(type)", at: offsets)
                }
            }
            (dimensions, duration) = (nil, container.duration)
        default:
            (dimensions, duration) = (nil, nil)
        }
        self.markers = markers
    }

    /// Whether a box type can be written in a marker's name.
    private static func isWord(_ type: String) -> Bool {
        type.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
