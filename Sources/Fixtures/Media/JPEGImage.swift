/// The segments of a JPEG file, and where each scan begins.
///
/// Source: ITU-T T.81, annex B. Entropy-coded data is stepped over, not decoded.
public struct JPEGImage: Sendable, Hashable {
    /// A marker with what belongs to it.
    public struct Segment: Sendable, Hashable {
        /// The second byte of the marker: `0xDA` for a start of scan.
        public let marker: UInt8
        /// Of the marker's `0xFF`; of the last one where fill bytes stand in front.
        public let offset: Int
        /// Where the next segment begins; entropy-coded data included for a scan.
        public fileprivate(set) var end: Int
    }

    /// In pixels.
    public let dimensions: Fixture.Dimensions

    /// Whether the frame is one of the progressive kinds (SOF2, 6, 10, 14).
    public let isProgressive: Bool

    /// All segments from SOI to EOI.
    public let segments: [Segment]

    /// The segments that start a scan.
    public var scans: [Segment] { segments.filter { $0.marker == 0xDA } }

    /// The offset of the end-of-image marker; bytes behind it are none of ours.
    public var endOfImage: Int { segments.last?.offset ?? 0 }

    /// The Exif segment, where there is one.
    public let exif: Segment?

    /// The bytes of the small JPEG inside the Exif segment.
    public let thumbnail: Range<Int>?

    /// Reads a whole file.
    public init(parsing bytes: ArraySlice<UInt8>) throws(MalformedMedia) {
        var reader = ByteReader(bytes, format: "JPEG")
        guard try reader.number(UInt16.self, "the start of image") == 0xFFD8 else {
            throw reader.malformed("does not begin with FF D8", at: 0)
        }
        var segments = [Segment(marker: 0xD8, offset: 0, end: 2)]
        var frame: (kind: UInt8, dimensions: Fixture.Dimensions)?
        var exif: (segment: Segment, thumbnail: Range<Int>?)?
        while segments.last?.marker != 0xD9 {
            var segment = try Self.marker(&reader)
            switch segment.marker {
            case 0xD9: break
            case 0x00...0x01, 0xD0...0xD8:
                throw reader.malformed("marker FF \(Self.hex(segment.marker)) outside a scan", at: segment.offset)
            default:
                let length = Int(try reader.number(UInt16.self, "a segment's length"))
                guard length >= 2 else { throw reader.malformed("segment of length \(length)", at: segment.offset) }
                var content = try reader.part(length - 2, "a segment")
                segment.end = reader.position
                if segment.marker == 0xE1, exif == nil, ExifThumbnail.isExif(content) {
                    exif = (segment, ExifThumbnail.range(in: content))
                }
                if Self.isFrame(segment.marker) {
                    guard frame == nil else { throw reader.malformed("a second frame header", at: segment.offset) }
                    try content.skip(1, "the sample precision")
                    let height = Int(try content.number(UInt16.self, "the height"))
                    let width = Int(try content.number(UInt16.self, "the width"))
                    frame = (segment.marker, .init(width: width, height: height))
                }
            }
            if segment.marker == 0xDA {
                guard frame != nil else { throw reader.malformed("a scan before the frame header", at: segment.offset) }
                try Self.skipEntropyCodedData(&reader)
            }
            segment.end = reader.position
            segments.append(segment)
        }
        guard let frame, segments.contains(where: { $0.marker == 0xDA }) else {
            throw reader.malformed("ends without a scan")
        }
        self.segments = segments
        (self.exif, thumbnail) = (exif?.segment, exif?.thumbnail)
        dimensions = frame.dimensions
        isProgressive = frame.kind & 0x03 == 0x02
    }

    /// The Exif segment, the picture in it, the scans and the end, as scenarios name them.
    var markers: Markers {
        var markers = Markers()
        if let exif { markers.add("jpeg-exif", at: exif.offset) }
        if let thumbnail {
            markers.add("jpeg-thumbnail", at: thumbnail.lowerBound)
            markers.add("jpeg-thumbnail-end", at: thumbnail.upperBound)
        }
        markers.add("jpeg-scan", at: scans.map(\.offset))
        markers.add("jpeg-eoi", at: endOfImage)
        return markers
    }

    private static func marker(_ reader: inout ByteReader) throws(MalformedMedia) -> Segment {
        guard try reader.number(UInt8.self, "a marker") == 0xFF else {
            throw reader.malformed("expected a marker", at: reader.position - 1)
        }
        while reader.peek() == 0xFF { try reader.skip(1, "fill bytes") }
        let marker = try reader.number(UInt8.self, "a marker")
        return Segment(marker: marker, offset: reader.position - 2, end: reader.position)
    }

    /// Stops in front of the first marker that is neither a stuffed byte nor a restart.
    private static func skipEntropyCodedData(_ reader: inout ByteReader) throws(MalformedMedia) {
        while let byte = reader.peek() {
            guard byte == 0xFF else {
                try reader.skip(1, "a scan")
                continue
            }
            if let next = reader.peek(1), next != 0x00, !(0xD0...0xD7).contains(next) { return }
            try reader.skip(2, "a scan")
        }
        throw reader.malformed("ends within a scan")
    }

    /// SOF0 to SOF15 without DHT, JPG and DAC, which sit between them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static func hex(_ byte: UInt8) -> String {
        String(byte, radix: 16, uppercase: true)
    }
}
