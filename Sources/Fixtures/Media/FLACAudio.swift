/// The metadata blocks and frames of a FLAC file.
///
/// Source: RFC 9639 §8 and §9. A frame does not say how long it is: the next one begins where a header with a right
/// checksum stands and the checksum over everything since the last header is right too.
public struct FLACAudio: Sendable, Hashable {
    /// A block in front of the sound.
    public struct Block: Sendable, Hashable {
        /// 0 for STREAMINFO, 6 for a picture.
        public let kind: UInt8
        /// Of the block's four-byte header.
        public let offset: Int
        /// Bytes of content.
        public let length: Int
    }

    /// A block of sound.
    public struct Frame: Sendable, Hashable {
        /// Of its header.
        public let offset: Int
        /// Header and checksum included.
        public let length: Int
        /// For each channel.
        public let samples: Int
    }

    /// The blocks in front of the sound, STREAMINFO first.
    public let blocks: [Block]

    /// All frames in order.
    public let frames: [Frame]

    /// In samples per second and channel.
    public let sampleRate: Int

    /// In whole milliseconds.
    public var duration: Duration {
        .milliseconds(frames.reduce(0) { $0 + $1.samples } * 1000 / sampleRate)
    }

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        var reader = ByteReader(bytes, format: "FLAC")
        guard reader.follows("fLaC") else { throw reader.malformed("does not begin with fLaC") }
        try reader.skip(4, "the signature")
        var blocks: [Block] = []
        var isLast = false
        var rate = 0
        var total = 0
        while !isLast {
            let offset = reader.position
            let header = try reader.number(UInt32.self, "a metadata block's header")
            isLast = header >> 31 == 1
            let block = Block(kind: UInt8(header >> 24 & 0x7F), offset: offset, length: Int(header & 0xFF_FFFF))
            guard block.kind != 127, blocks.isEmpty == (block.kind == 0) else {
                throw reader.malformed("metadata block \(block.kind) is out of place", at: offset)
            }
            var content = try reader.part(block.length, "metadata block \(block.kind)")
            if block.kind == 0 {
                try content.skip(10, "the sizes of blocks and frames")
                let facts = try content.number(UInt64.self, "the sample rate")
                (rate, total) = (Int(facts >> 44), Int(facts & 0xF_FFFF_FFFF))
            }
            blocks.append(block)
        }
        guard rate > 0 else { throw reader.malformed("a sample rate of 0", at: 18) }
        self.blocks = blocks
        sampleRate = rate
        frames = try Self.frames(&reader)
        let samples = frames.reduce(0) { $0 + $1.samples }
        guard total == 0 || samples == total else {
            throw reader.malformed("ends after \(samples) of \(total) samples")
        }
    }

    /// The blocks by their kinds and the frames, as scenarios name them.
    var markers: Markers {
        var markers = Markers(
            ofTypes: blocks.compactMap { block in Self.names[block.kind].map { ($0, block.offset) } }, prefix: "flac")
        markers.add("flac-frame", at: frames.map(\.offset))
        return markers
    }

    private static let names: [UInt8: String] = [
        0: "streaminfo", 1: "padding", 2: "application", 3: "seektable", 4: "comment", 5: "cuesheet", 6: "picture",
    ]

    private static func frames(_ reader: inout ByteReader) throws(MalformedMedia) -> [Frame] {
        var frames: [Frame] = []
        guard var header = FLACFrameHeader(reader) else {
            throw reader.malformed("expected the header of a frame")
        }
        while true {
            let start = reader.position
            var next: FLACFrameHeader?
            var sum = CRC.flacFrame
            sum.add(try reader.take(header.length, "a frame's header"))
            // A sum over bytes with their own checksum behind them is 0.
            while let byte = reader.peek() {
                if byte == 0xFF, sum.value == 0, let found = FLACFrameHeader(reader) {
                    guard found.follows(header) else {
                        throw reader.malformed("the number of frame \(frames.count + 2) does not follow")
                    }
                    next = found
                    break
                }
                sum.add(byte)
                try reader.skip(1, "a frame")
            }
            guard sum.value == 0 else { throw reader.malformed("ends within frame \(frames.count + 1)") }
            frames.append(Frame(offset: start, length: reader.position - start, samples: header.samples))
            guard let next else { return frames }
            header = next
        }
    }
}
