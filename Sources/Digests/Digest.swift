/// The 32 octets of a SHA-256.
public struct Digest: Hashable, Sendable {
    /// How many octets a digest has.
    public static let count = 32

    private let octets: [UInt8]

    init(_ octets: [UInt8]) {
        self.octets = octets
    }

    /// Reads 64 hexadecimal digits; nil when the text is anything else.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 2 * Digest.count else { return nil }
        var octets: [UInt8] = []
        octets.reserveCapacity(Digest.count)
        var high: UInt8?
        for character in hex.utf8 {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46: digit = character - 0x41 + 10
            case 0x61...0x66: digit = character - 0x61 + 10
            default: return nil
            }
            if let first = high {
                octets.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        self.init(octets)
    }

    /// The digest in 64 lower-case hexadecimal digits, as manifests and `sha256sum` spell it.
    public var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * octets.count)
        for octet in octets {
            for digit in [octet >> 4, octet & 0xF] { text.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Digest: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// 32.
    public var endIndex: Int { octets.count }
    /// One octet.
    public subscript(position: Int) -> UInt8 { octets[position] }
}

extension Digest: CustomStringConvertible {
    /// The hexadecimal spelling.
    public var description: String { hex }
}
