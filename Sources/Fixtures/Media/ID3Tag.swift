/// An ID3v2 tag in front of sound, and where the pictures in it lie.
///
/// Source: id3.org, ID3v2.3 §3 and §4.15, ID3v2.4 §3, §4 and §4.14. Frames are read up to the first thing that is none,
/// since players do not mind; a picture that is compressed, encrypted or unsynchronised has no place of its own.
struct ID3Tag: Sendable, Hashable {
    /// Header and footer included.
    let length: Int

    /// The pictures in order.
    let pictures: [MP3Audio.Picture]

    /// Reads the tag at the reader's position and steps over it; nil when there is none.
    init?(_ reader: inout ByteReader) throws(MalformedMedia) {
        guard reader.follows("ID3") else { return nil }
        let start = reader.position
        try reader.skip(3, "the ID3v2 header")
        let version = try reader.number(UInt8.self, "the ID3v2 header")
        try reader.skip(1, "the ID3v2 header")
        let flags = try reader.number(UInt8.self, "the ID3v2 flags")
        let size = try reader.number(UInt32.self, "the ID3v2 size")
        guard let count = Self.sevenBits(size) else {
            throw reader.malformed("the ID3v2 size has eight-bit bytes", at: start + 6)
        }
        let hasFooter = flags & 0x10 != 0
        let content = try reader.part(count, "the ID3v2 tag")
        try reader.skip(hasFooter ? 10 : 0, "the ID3v2 tag")
        length = reader.position - start
        let isPlain = (3...4).contains(version) && flags & 0x80 == 0
        pictures = isPlain ? Self.pictures(content, version: version, isExtended: flags & 0x40 != 0) : []
    }

    private static func pictures(_ content: ByteReader, version: UInt8, isExtended: Bool) -> [MP3Audio.Picture] {
        var reader = content
        var pictures: [MP3Audio.Picture] = []
        do {
            if isExtended {
                // 2.3 leaves the size itself out, 2.4 counts it.
                let size = try reader.number(UInt32.self, "the extended header")
                try reader.skip(version == 3 ? Int(size) : (sevenBits(size) ?? 0) - 4, "the extended header")
            }
            while reader.remaining > 10 {
                let offset = reader.offset
                let isPicture = reader.follows("APIC")
                let name = try reader.take(4, "a frame's name")
                guard name.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }) else { break }
                let size = try reader.number(UInt32.self, "a frame's size")
                guard let length = version == 3 ? Int(size) : sevenBits(size) else { break }
                let isPlain = try reader.number(UInt16.self, "a frame's flags") & 0xFF == 0
                var frame = try reader.part(length, "a frame")
                guard isPicture, isPlain else { continue }
                try skipDescription(&frame)
                pictures.append(.init(frame: offset, data: frame.offset..<frame.offset + frame.remaining))
            }
        } catch {
            // What was found before is there all the same.
        }
        return pictures
    }

    /// A text encoding, a media type, a kind, and words that end with one zero, or two in UTF-16.
    private static func skipDescription(_ frame: inout ByteReader) throws(MalformedMedia) {
        let encoding = try frame.number(UInt8.self, "a picture's text encoding")
        while try frame.number(UInt8.self, "a picture's media type") != 0 {}
        try frame.skip(1, "a picture's kind")
        if encoding == 1 || encoding == 2 {
            while try frame.number(UInt16.self, "a picture's description") != 0 {}
        } else {
            while try frame.number(UInt8.self, "a picture's description") != 0 {}
        }
    }

    /// Four bytes of seven bits each; nil where one has eight.
    private static func sevenBits(_ number: UInt32) -> Int? {
        guard number & 0x8080_8080 == 0 else { return nil }
        return Int((number & 0x7F) | (number >> 1 & 0x3F80) | (number >> 2 & 0x1F_C000) | (number >> 3 & 0xFE0_0000))
    }
}
