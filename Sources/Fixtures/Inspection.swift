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
        switch mediaType {
        case "image/jpeg":
            let image = try JPEGImage(parsing: bytes)
            (dimensions, duration, markers) = (image.dimensions, nil, image.markers)
        case "image/png":
            let image = try PNGImage(parsing: bytes)
            (dimensions, duration, markers) = (image.dimensions, nil, image.markers)
        case "image/gif":
            let image = try GIFImage(parsing: bytes)
            (dimensions, duration, markers) = (image.dimensions, nil, image.markers)
        case "image/webp":
            let image = try WebPImage(parsing: bytes)
            (dimensions, duration, markers) = (image.dimensions, nil, image.markers)
        case "image/avif":
            let image = try AVIFImage(parsing: bytes)
            (dimensions, duration, markers) = (image.dimensions, nil, image.markers)
        case "audio/mpeg":
            let sound = try MP3Audio(parsing: bytes)
            (dimensions, markers) = (nil, sound.markers)
            duration = .milliseconds(Int(sound.duration / .milliseconds(1)))
        case "audio/mp4", "video/mp4":
            let container = try MP4Container(parsing: bytes)
            (dimensions, duration, markers) = (nil, container.duration, container.markers)
        case "audio/wav":
            let sound = try WAVAudio(parsing: bytes)
            (dimensions, duration, markers) = (nil, sound.duration, sound.markers)
        case "audio/ogg":
            let sound = try OggAudio(parsing: bytes)
            (dimensions, duration, markers) = (nil, sound.duration, sound.markers)
        case "audio/flac":
            let sound = try FLACAudio(parsing: bytes)
            (dimensions, duration, markers) = (nil, sound.duration, sound.markers)
        default:
            (dimensions, duration, markers) = (nil, nil, Markers())
        }
    }
}
