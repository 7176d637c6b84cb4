import Spelling
import YAML

/// A number as it is written, and the unit behind it.
struct Quantity {
    let text: String
    let digits: String
    let decimals: String
    let unit: String

    init(_ text: String, expected: String) throws(NotationError) {
        self.text = text
        digits = String(text.prefix { $0.isDecimalDigit })
        var rest = text.dropFirst(digits.count)
        guard text.first != "-" else {
            throw NotationError(
                "\(Complaint.quoted(text)) is negative", expected: expected, meant: String(text.dropFirst()))
        }
        guard !digits.isEmpty else {
            throw NotationError("\(Complaint.quoted(text)) is no number with a unit", expected: expected)
        }
        if rest.first == "." {
            decimals = String(rest.dropFirst().prefix { $0.isDecimalDigit })
            rest = rest.dropFirst(1 + decimals.count)
            guard !decimals.isEmpty else {
                throw NotationError("\(Complaint.quoted(text)) has no digits behind its point", expected: expected)
            }
        } else {
            decimals = ""
        }
        unit = String(rest)
    }

    /// The number times a unit, when that is a whole number that can be counted.
    func whole(times unit: Int64) -> Int64? {
        guard decimals.utf8.count <= 12, let number = UInt64(digits + decimals) else { return nil }
        let scale = (0..<decimals.utf8.count).reduce(UInt64(1)) { power, _ in power * 10 }
        let product = number.multipliedFullWidth(by: UInt64(unit))
        guard product.high < scale else { return nil }
        let (quotient, remainder) = scale.dividingFullWidth(product)
        return remainder == 0 ? Int64(exactly: quotient) : nil
    }

    /// The error for a unit that is missing or unknown.
    func unitError(expected: String, meant: [String: String], units: [String]) -> NotationError {
        let number = decimals.isEmpty ? digits : digits + "." + decimals
        let folded = unit.lowercased()
        let known =
            meant[folded] ?? units.first { $0.lowercased() == folded } ?? Spelling.nearest(to: unit, among: units)
        return NotationError(
            unit.isEmpty
                ? "\(Complaint.quoted(text)) lacks a unit"
                : "\(Complaint.quoted(text)) has the unknown unit \(Complaint.quoted(unit))",
            expected: expected, meant: known.map { number + $0 })
    }
}

extension Character {
    fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}
