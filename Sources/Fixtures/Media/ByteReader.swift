/// Reads numbers from bytes nobody vouches for; every step is checked against the end.
struct ByteReader {
    /// Which end of a number comes first.
    enum Order { case bigEndian, littleEndian }

    let format: String
    let bytes: ArraySlice<UInt8>

    /// Where in the file `bytes` begins; errors count from the file's start.
    let origin: Int

    /// How many bytes have been read or skipped, counted from where `bytes` begins.
    private(set) var position = 0

    init(_ bytes: ArraySlice<UInt8>, format: String, origin: Int = 0) {
        self.bytes = bytes
        self.origin = origin
        self.format = format
    }

    var remaining: Int { bytes.count - position }

    /// The position, counted from the file's start.
    var offset: Int { origin + position }

    /// The byte `ahead` of the position, if there is one.
    func peek(_ ahead: Int = 0) -> UInt8? {
        ahead >= 0 && ahead < remaining ? bytes[bytes.startIndex + position + ahead] : nil
    }

    /// Whether these bytes follow; nothing is consumed.
    func follows(_ text: StaticString, _ ahead: Int = 0) -> Bool {
        let expected = text.description.utf8
        return remaining >= ahead + expected.count
            && bytes[(bytes.startIndex + position + ahead)...].prefix(expected.count).elementsEqual(expected)
    }

    mutating func skip(_ count: Int, _ what: String) throws(MalformedMedia) {
        guard count >= 0, count <= remaining else {
            throw malformed("ends within \(what), which begins at byte \(origin + position)", at: bytes.count)
        }
        position += count
    }

    mutating func take(_ count: Int, _ what: String) throws(MalformedMedia) -> ArraySlice<UInt8> {
        let start = bytes.startIndex + position
        try skip(count, what)
        return bytes[start..<start + count]
    }

    /// A reader of the next bytes alone, which cannot leave them.
    mutating func part(_ count: Int, _ what: String) throws(MalformedMedia) -> ByteReader {
        let start = origin + position
        return ByteReader(try take(count, what), format: format, origin: start)
    }

    mutating func number<N: FixedWidthInteger & UnsignedInteger>(
        _ type: N.Type, _ what: String, _ order: Order = .bigEndian
    ) throws(MalformedMedia) -> N {
        let taken = try take(N.bitWidth / 8, what)
        return switch order {
        case .bigEndian: taken.reduce(0) { ($0 &<< 8) | N($1) }
        case .littleEndian: taken.reversed().reduce(0) { ($0 &<< 8) | N($1) }
        }
    }

    /// Four characters that name a box or a chunk; bytes that are no printable ASCII are shown as `?`.
    mutating func type(_ what: String) throws(MalformedMedia) -> String {
        let characters = try take(4, what)
        return String(decoding: characters.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// `place` counts from where `bytes` begins; without it the position is meant.
    func malformed(_ problem: String, at place: Int? = nil) -> MalformedMedia {
        MalformedMedia(format: format, offset: origin + (place ?? position), problem: problem)
    }
}
