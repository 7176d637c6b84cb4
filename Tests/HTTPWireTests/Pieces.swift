/// Ways to cut octets into the pieces in which a network may bring them.
enum Pieces {
    /// Whole, cut in two at every octet, in pieces of one to three octets, and one at a time with empty pieces between.
    static func all(of octets: [UInt8]) -> [[[UInt8]]] {
        var ways: [[[UInt8]]] = [[octets]]
        for place in octets.indices.dropFirst() {
            ways.append([Array(octets[..<place]), Array(octets[place...])])
        }
        for size in 1...3 {
            ways.append(
                stride(from: 0, to: octets.count, by: size).map { Array(octets[$0..<min($0 + size, octets.count)]) })
        }
        ways.append(octets.flatMap { [[], [$0]] })
        return ways
    }
}
