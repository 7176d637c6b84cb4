/// Reads big-endian numbers from bytes nobody vouches for; every step is checked against the end.
struct ByteReader {
    let format: String
    let bytes: ArraySlice<UInt8>

    /// How many bytes have been read or skipped, counted from where `bytes` begins.
    private(set) var position = 0

    init(_ bytes: ArraySlice<UInt8>, format: String) {
        self.bytes = bytes
        self.format = format
    }

    var remaining: Int { bytes.count - position }

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
            throw MalformedMedia(
                format: format, offset: bytes.count, problem: "ends within \(what), which begins at byte \(position)")
        }
        position += count
    }

    mutating func take(_ count: Int, _ what: String) throws(MalformedMedia) -> ArraySlice<UInt8> {
        let start = bytes.startIndex + position
        try skip(count, what)
        return bytes[start..<start + count]
    }

    mutating func number<N: FixedWidthInteger & UnsignedInteger>(
        _ type: N.Type, _ what: String
    ) throws(MalformedMedia) -> N {
        let taken = try take(N.bitWidth / 8, what)
        return taken.reduce(0) { ($0 &<< 8) | N($1) }
    }

    func malformed(_ problem: String, at offset: Int? = nil) -> MalformedMedia {
        MalformedMedia(format: format, offset: offset ?? position, problem: problem)
    }
}
