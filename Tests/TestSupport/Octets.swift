/// Many bytes to be compared: a failure shows their lengths and digests.
///
/// `#expect` on two collections looks for the shortest edit between them when they differ, which takes minutes for a
/// hundred kilobytes and hours for a megabyte. What is no collection it only compares.
public struct Octets: Equatable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]?

    /// Wraps bytes; nil equals nil only.
    public init(_ bytes: (some Sequence<UInt8>)?) {
        if let bytes { self.bytes = Array(bytes) } else { self.bytes = nil }
    }

    /// How many there are, their digest for telling equal from unequal at a glance, and how they begin.
    public var description: String {
        guard let bytes else { return "no bytes" }
        let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let start = bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
        return "\(bytes.count) B, FNV-1a \(String(sum, radix: 16)), \(start)\(bytes.count > 8 ? " …" : "")"
    }
}
