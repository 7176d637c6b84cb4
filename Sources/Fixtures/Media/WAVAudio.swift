/// The chunks of a WAV file, and how long it plays.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, chapter 3.
public struct WAVAudio: Sendable, Hashable {
    /// Samples at one moment, one of each.
    public let channels: Int

    /// In samples per second and channel.
    public let sampleRate: Int

    /// Bytes of sound.
    public let dataLength: Int

    /// From the bytes of sound and how many are played in a second.
    public let duration: Duration

    /// The chunks by their types, as scenarios name them.
    let markers: Markers

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        let file = try RIFFFile(parsing: bytes, form: "WAVE", format: "WAV")
        guard let data = file.chunks.first(where: { $0.type == "data" }) else {
            throw file.malformed("ends without a data chunk", at: bytes.count)
        }
        guard let format = file.chunks.first(where: { $0.type == "fmt " }), format.offset < data.offset else {
            throw file.malformed("no fmt chunk in front of the data", at: data.offset)
        }
        var reader = try file.content(of: format)
        try reader.skip(2, "the format's code")
        channels = Int(try reader.number(UInt16.self, "the number of channels", .littleEndian))
        sampleRate = Int(try reader.number(UInt32.self, "the sample rate", .littleEndian))
        let byteRate = Int(try reader.number(UInt32.self, "the byte rate", .littleEndian))
        guard byteRate > 0 else { throw file.malformed("no bytes are played in a second", at: format.offset) }
        dataLength = data.length
        duration = .milliseconds(data.length * 1000 / byteRate)
        markers = file.markers(prefix: "wav")
    }
}
