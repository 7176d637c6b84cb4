/// Bytes written by hand: numbers in either order, text, and so many of one value.
struct Bytes: ExpressibleByArrayLiteral {
    var all: [UInt8]

    init(arrayLiteral elements: UInt8...) {
        all = elements
    }

    init(_ text: String) {
        all = Array(text.utf8)
    }

    init(_ number: some FixedWidthInteger) {
        all = stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    init(little number: some FixedWidthInteger) {
        all = Bytes(number).all.reversed()
    }

    init(_ count: Int, of byte: UInt8) {
        all = Array(repeating: byte, count: count)
    }

    static func + (left: Bytes, right: Bytes) -> Bytes {
        var sum = left
        sum.all += right.all
        return sum
    }
}
