/// What libFuzzer hands over, as octets, and ways to cut it.
///
/// Every reader of octets makes the same promise: how they are cut into pieces never changes what comes out. A fuzz target
/// reads its input whole and in these pieces and compares.
public struct FuzzInput {
    /// The octets.
    public let octets: [UInt8]

    /// Copies libFuzzer's buffer, which is gone after the call.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        octets = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Takes octets.
    public init(_ octets: [UInt8]) {
        self.octets = octets
    }

    /// The first octet, for choosing between variants, and the rest.
    public var split: (selector: UInt8, rest: FuzzInput) {
        (octets.first ?? 0, FuzzInput(Array(octets.dropFirst())))
    }

    /// The octets as text, whatever they are.
    public var text: String { String(decoding: octets, as: UTF8.self) }

    /// The octets cut in some ways that depend on nothing but the octets: one by one, in two, and in odd pieces.
    public var cuts: [[[UInt8]]] {
        guard octets.count > 1 else { return [] }
        let place = 1 + Int(hash % UInt64(octets.count - 1))
        return [pieces { _ in 1 }, [Array(octets[..<place]), Array(octets[place...])], pieces(oddSize)]
    }

    private func pieces(_ size: (Int) -> Int) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < octets.count {
            let end = min(octets.count, start + size(start))
            pieces.append(Array(octets[start..<end]))
            start = end
        }
        return pieces
    }

    private func oddSize(_ start: Int) -> Int {
        1 + Int((hash >> UInt64(start % 59)) & 7)
    }

    /// FNV-1a: Swift's own hashes differ from run to run, and a crash must come again.
    private var hash: UInt64 {
        octets.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
