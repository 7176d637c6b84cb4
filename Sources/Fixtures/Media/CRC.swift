/// A running checksum whose bits come highest first, begins at zero and is not inverted.
struct CRC {
    /// The sum over one frame of FLAC (RFC 9639 §9.3).
    static let flacFrame = CRC(table: table(polynomial: 0x8005))

    /// The sum over the header of one (RFC 9639 §9.1.8); its eight bits stand in the upper half.
    static let flacHeader = CRC(table: table(polynomial: 0x0700))

    private(set) var value: UInt16 = 0
    private let table: [UInt16]

    private init(table: [UInt16]) {
        self.table = table
    }

    mutating func add(_ byte: UInt8) {
        value = value << 8 ^ table[Int(UInt8(truncatingIfNeeded: value >> 8) ^ byte)]
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { add(byte) }
    }

    /// For each value of a byte, what its eight bits do to the sum.
    private static func table(polynomial: UInt16) -> [UInt16] {
        (0..<256).map { byte in
            (0..<8).reduce(UInt16(byte) << 8) { sum, _ in
                sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ polynomial
            }
        }
    }
}
