/// The codings that a request accepts, with their weights (RFC 9110 §12.5.3).
public struct AcceptEncoding: Hashable, Sendable {
    /// Which of two things a server sends: content in the one coding it has, or content without coding.
    public enum Preference: Hashable, Sendable {
        /// The coding.
        case coding
        /// No coding.
        case identity
        /// The request takes neither: 406, or no coding all the same.
        case neither
    }

    private struct Element: Hashable {
        var name: String
        /// In thousandths.
        var weight: Int
    }

    private let elements: [Element]
    private let isPresent: Bool

    /// Reads all fields of this name; what is not well formed in the list is left out.
    public init(_ fields: HTTPFields) {
        isPresent = fields.contains("Accept-Encoding")
        elements = fields.list("Accept-Encoding").compactMap { text in
            let parts = FieldList.elements(of: text, separator: UInt8(ascii: ";"))
            guard let name = parts.first, ASCII.isToken(name) else { return nil }
            guard parts.count > 1 else { return Element(name: AcceptEncoding.plain(name), weight: 1000) }
            guard parts.count == 2, let weight = AcceptEncoding.weight(parts[1]) else { return nil }
            return Element(name: AcceptEncoding.plain(name), weight: weight)
        }
    }

    /// Chooses between a coding and none.
    ///
    /// A request that says nothing gets no coding: any would be allowed, but who can decode says so. Where both are
    /// equally welcome, or only the coding is named, it is the coding.
    public func preference(for coding: String) -> Preference {
        guard isPresent else { return .identity }
        let identity = weight(of: "identity")
        let coded = weight(of: AcceptEncoding.plain(coding)) ?? weight(of: "*") ?? 0
        // Identity is acceptable unless it is excluded, by its name or by a star that no mention of it overrides.
        let isIdentityAcceptable = (identity ?? weight(of: "*") ?? 1) > 0
        if coded > 0, coded >= identity ?? 0 { return .coding }
        return isIdentityAcceptable ? .identity : .neither
    }

    private func weight(of name: String) -> Int? { elements.first { $0.name == name }?.weight }

    /// Lower case, and without the `x-` of old names (RFC 9110 §8.4.1.3).
    private static func plain(_ name: String) -> String {
        let lower = ASCII.lowercased(name)
        return lower == "x-gzip" ? "gzip" : lower
    }

    /// `q=0.125` in thousandths; nil when it is not well formed (RFC 9110 §12.4.2).
    private static func weight(_ parameter: String) -> Int? {
        guard let equals = parameter.firstIndex(of: "="), ["q", "Q"].contains(parameter[..<equals]) else { return nil }
        let value = parameter[parameter.index(after: equals)...].utf8
        guard let first = value.first, first == 0x30 || first == 0x31 else { return nil }
        var weight = first == 0x31 ? 1000 : 0
        guard value.count > 1 else { return weight }
        guard value.dropFirst().first == 0x2E, value.count <= 5 else { return nil }
        var unit = 100
        for digit in value.dropFirst(2) {
            guard ASCII.isDigit(digit) else { return nil }
            weight += Int(digit - 0x30) * unit
            unit /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}
