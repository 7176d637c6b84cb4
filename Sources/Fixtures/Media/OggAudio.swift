/// The pages of an Ogg file, and how long it plays.
///
/// Source: RFC 3533 §6; for playing time Vorbis I §4.2.2 and RFC 7845 §4 and §5.1. Checksums are not verified.
public struct OggAudio: Sendable, Hashable {
    /// A header with its table of lengths, and as many bytes as that says.
    public struct Page: Sendable, Hashable {
        /// Of the capture pattern `OggS`.
        public let offset: Int
        /// Header included.
        public let length: Int
        /// Which of the streams in the file it belongs to.
        public let serial: UInt32
        /// Samples from the stream's start to the last packet that ends here; nil where none ends.
        public let granule: UInt64?
    }

    /// All pages in order.
    public let pages: [Page]

    /// Of the first stream in whole milliseconds; nil when that is neither Vorbis nor Opus.
    public let duration: Duration?

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        var reader = ByteReader(bytes, format: "Ogg")
        var pages: [Page] = []
        var clock: Clock?
        repeat {
            let offset = reader.position
            guard reader.follows("OggS"), reader.peek(4) == 0 else {
                throw reader.malformed("expected a page", at: offset)
            }
            try reader.skip(5, "a page's header")
            let flags = try reader.number(UInt8.self, "a page's flags")
            guard !pages.isEmpty || flags & 0x02 != 0 else {
                throw reader.malformed("the first page does not begin a stream", at: offset)
            }
            let granule = try reader.number(UInt64.self, "a page's granule position", .littleEndian)
            let serial = try reader.number(UInt32.self, "a page's serial number", .littleEndian)
            try reader.skip(8, "a page's sequence number and checksum")
            let segments = Int(try reader.number(UInt8.self, "a page's count of segments"))
            let table = try reader.take(segments, "page \(pages.count + 1)")
            let body = try reader.part(table.reduce(0) { $0 + Int($1) }, "page \(pages.count + 1)")
            if pages.isEmpty { clock = try Clock(body) }
            pages.append(
                Page(
                    offset: offset, length: reader.position - offset, serial: serial,
                    granule: granule == .max ? nil : granule))
        } while reader.remaining > 0
        self.pages = pages

        let last = pages.last { $0.serial == pages.first?.serial && $0.granule != nil }
        if let clock, let last, let granule = last.granule {
            guard granule <= UInt64(Int64.max) / 1000 else {
                throw reader.malformed("a page ends at sample \(granule)", at: last.offset)
            }
            duration = .milliseconds(max(0, Int(granule) - clock.skipped) * 1000 / clock.rate)
        } else {
            duration = nil
        }
    }

    /// The pages, as scenarios name them.
    var markers: Markers {
        var markers = Markers()
        markers.add("ogg-page", at: pages.map(\.offset))
        return markers
    }

    /// What granule positions count, from the first packet of a stream.
    private struct Clock {
        let rate: Int
        /// Samples in front that are decoded and not played.
        let skipped: Int

        init?(_ packet: ByteReader) throws(MalformedMedia) {
            var reader = packet
            if reader.follows("\u{1}vorbis") {
                try reader.skip(12, "the Vorbis header")
                rate = Int(try reader.number(UInt32.self, "the sample rate", .littleEndian))
                skipped = 0
            } else if reader.follows("OpusHead") {
                try reader.skip(10, "the Opus header")
                skipped = Int(try reader.number(UInt16.self, "the samples to skip", .littleEndian))
                rate = 48_000
            } else {
                return nil
            }
            guard rate > 0 else { throw reader.malformed("a sample rate of 0", at: 12) }
        }
    }
}
