/// An endless stream of bytes per seed, computable at any offset without storage.
///
/// The stream is cut into words of eight bytes. Word k (k = 0, 1, …) of seed s is SplitMix64's output for the state
/// `mix(s) + (k + 1) · 0x9E3779B97F4A7C15` (all modulo 2^64), where
///
///     mix(z): z = (z ^ z >> 30) · 0xBF58476D1CE4E5B9;  z = (z ^ z >> 27) · 0x94D049BB133111EB;  z ^ z >> 31
///
/// and the word's bytes follow with the least significant one first. Byte i is therefore byte `i % 8` of word `i / 8`.
/// The bytes look random: no two offsets look alike, they do not compress, and a byte in the wrong place shows.
public struct PatternStream: Hashable, Sendable {
    /// Which of all streams this is.
    public let seed: UInt64
    private let state: UInt64

    /// Makes the stream of a seed.
    public init(seed: UInt64) {
        self.seed = seed
        state = PatternStream.mix(seed)
    }

    /// The seed of a path below a `*` resource: FNV-1a (64 bit) of its UTF-8 bytes.
    public static func seed(path: String) -> UInt64 {
        path.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// The byte at an offset, which must not be negative.
    public subscript(offset: Int64) -> UInt8 {
        UInt8(truncatingIfNeeded: word(UInt64(offset) / 8) >> (UInt64(offset) % 8 * 8))
    }

    /// Fills a buffer with the bytes from an offset on, which must not be negative.
    public func fill(_ buffer: inout MutableSpan<UInt8>, from offset: Int64) {
        let count = buffer.count
        var index = 0
        var position = UInt64(offset)
        while index < count, position % 8 != 0 {
            buffer[index] = self[Int64(position)]
            index += 1
            position += 1
        }
        while index &+ 8 <= count {
            let word = word(position / 8)
            for byte in 0..<8 { buffer[index &+ byte] = UInt8(truncatingIfNeeded: word >> UInt64(8 &* byte)) }
            index &+= 8
            position += 8
        }
        while index < count {
            buffer[index] = self[Int64(position)]
            index += 1
            position += 1
        }
    }

    /// The bytes of a piece of the stream.
    public func bytes(from offset: Int64, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        fill(&span, from: offset)
        return bytes
    }

    private func word(_ index: UInt64) -> UInt64 {
        PatternStream.mix(state &+ (index &+ 1) &* 0x9e37_79b9_7f4a_7c15)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}
