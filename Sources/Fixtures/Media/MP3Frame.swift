/// A frame of MPEG layer III and what its four header bytes say.
///
/// Source: ISO/IEC 11172-3 §2.4.2.3 and 13818-3; MPEG 2.5 as decoders agree on it.
public struct MP3Frame: Sendable, Hashable {
    /// Of the header's first byte.
    public let offset: Int
    /// Header included.
    public let length: Int
    /// In bits per second.
    public let bitRate: Int
    /// In samples per second.
    public let sampleRate: Int
    /// Samples per channel: 1152, or 576 in MPEG 2 and 2.5.
    public let samples: Int
    /// Where the first sample's side information ends; a Xing, Info or VBRI note would stand there.
    let noteOffset: Int

    /// Reads the header in these four bytes, or gives nil when it is none.
    init?(header: UInt32, at offset: Int) {
        guard header >> 21 == 0x7FF, (header >> 17) & 3 == 1 else { return nil }
        let version = (header >> 19) & 3
        let bitRateIndex = Int((header >> 12) & 15)
        let sampleRateIndex = Int((header >> 10) & 3)
        guard version != 1, (1...14).contains(bitRateIndex), sampleRateIndex < 3 else { return nil }
        let isFirst = version == 3
        let kilobits = isFirst ? Self.kilobits[bitRateIndex - 1] : Self.kilobitsLow[bitRateIndex - 1]
        let isMono = (header >> 6) & 3 == 3
        let padding = Int((header >> 9) & 1)
        let checksum = header & 0x10000 == 0 ? 2 : 0
        let sideInformation = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)

        self.offset = offset
        bitRate = kilobits * 1000
        sampleRate = [44_100, 48_000, 32_000][sampleRateIndex] / (isFirst ? 1 : version == 2 ? 2 : 4)
        samples = isFirst ? 1152 : 576
        length = samples / 8 * bitRate / sampleRate + padding
        noteOffset = 4 + checksum + sideInformation
    }

    /// Kilobits per second by index, MPEG 1 layer III.
    private static let kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

    /// The same for MPEG 2 and 2.5.
    private static let kilobitsLow = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
