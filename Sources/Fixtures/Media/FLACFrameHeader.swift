/// The header of a FLAC frame, believed only when its checksum is right.
///
/// Source: RFC 9639 §9.1.
struct FLACFrameHeader {
    /// Bytes, checksum included.
    let length: Int
    /// Samples for each channel.
    let samples: Int
    /// Of the frame, or of its first sample where frames differ in length.
    private let number: UInt64
    private let isNumberedBySample: Bool

    /// Reads what stands at the reader's position; nil when that is no header.
    init?(_ place: ByteReader) {
        guard let header = try? FLACFrameHeader(reading: place) else { return nil }
        self = header
    }

    /// Whether a frame with this header may stand behind one with the other.
    func follows(_ other: FLACFrameHeader) -> Bool {
        isNumberedBySample == other.isNumberedBySample
            && number == other.number &+ (isNumberedBySample ? UInt64(other.samples) : 1)
    }

    private init(reading place: ByteReader) throws(MalformedMedia) {
        var reader = place
        let bits = try reader.number(UInt32.self, "a frame's header")
        let (sizeCode, rateCode) = (bits >> 12 & 15, bits >> 8 & 15)
        let (channelCode, depthCode) = (bits >> 4 & 15, bits >> 1 & 7)
        guard bits >> 17 == 0x7FFC, bits & 1 == 0, sizeCode != 0, rateCode != 15, channelCode <= 10, depthCode != 3
        else { throw place.malformed("no frame header") }
        isNumberedBySample = bits >> 16 & 1 == 1
        number = try Self.number(&reader)
        switch sizeCode {
        case 1: samples = 192
        case 2...5: samples = 144 << Int(sizeCode)
        case 6: samples = Int(try reader.number(UInt8.self, "a block size")) + 1
        case 7: samples = Int(try reader.number(UInt16.self, "a block size")) + 1
        default: samples = 1 << Int(sizeCode)
        }
        try reader.skip(rateCode < 12 ? 0 : rateCode == 12 ? 1 : 2, "a sample rate")
        length = reader.position - place.position + 1
        try reader.skip(1, "a header's checksum")
        var sum = CRC.flacHeader
        var again = place
        sum.add(try again.take(length, "a frame's header"))
        guard sum.value == 0 else { throw place.malformed("a frame header with a wrong checksum") }
    }

    /// Up to 36 bits in one to seven bytes, as UTF-8 would write them.
    private static func number(_ reader: inout ByteReader) throws(MalformedMedia) -> UInt64 {
        let first = try reader.number(UInt8.self, "a frame's number")
        let ones = (~first).leadingZeroBitCount
        guard ones != 1, ones < 8 else { throw reader.malformed("no frame number") }
        var number = UInt64(first & (0xFF >> UInt8(ones)))
        for _ in 1..<max(1, ones) {
            let next = try reader.number(UInt8.self, "a frame's number")
            guard next >> 6 == 2 else { throw reader.malformed("no frame number") }
            number = number << 6 | UInt64(next & 0x3F)
        }
        return number
    }
}
