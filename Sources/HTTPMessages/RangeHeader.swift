/// The value of a Range field in bytes (RFC 9110 §14.1.2, §14.2).
///
/// A field that is malformed, or in a unit that is not `bytes`, must be ignored; then the initialiser returns nil.
public struct RangeHeader: Hashable, Sendable {
    /// One range as it was asked for.
    public enum Spec: Hashable, Sendable {
        /// `10-19` or `10-`: from the first position through the last, which is included.
        case from(Int64, through: Int64?)
        /// `-500`: the last so many bytes.
        case suffix(Int64)
    }

    /// The ranges, in the order asked for; at least one.
    public var specs: [Spec]

    /// Asks for these ranges.
    public init(_ specs: [Spec]) {
        self.specs = specs
    }

    /// Reads a field value.
    ///
    /// Numbers beyond 2^63 − 1 are taken as 2^63 − 1, which is past the end of everything.
    public init?(parsing value: some StringProtocol) {
        guard let equals = value.utf8.firstIndex(of: 0x3D),
            ASCII.equalIgnoringCase(value[..<equals], "bytes")
        else { return nil }
        let set = Substring(value[value.utf8.index(after: equals)...])
        // The list grammar has white space around commas only (RFC 9110 §5.6.1).
        guard let first = set.utf8.first, let last = set.utf8.last, !ASCII.isWhitespace(first),
            !ASCII.isWhitespace(last)
        else { return nil }
        specs = []
        for element in set.utf8.split(separator: 0x2C) {
            let trimmed = ASCII.trimmed(Substring(element))
            guard !trimmed.isEmpty else { continue }
            guard let spec = Spec(parsing: trimmed) else { return nil }
            specs.append(spec)
        }
        guard !specs.isEmpty else { return nil }
    }
}

extension RangeHeader: CustomStringConvertible {
    /// The field value.
    public var description: String {
        let texts = specs.map { spec in
            switch spec {
            case .from(let first, let last): "\(first)-\(last.map(String.init) ?? "")"
            case .suffix(let length): "-\(length)"
            }
        }
        return "bytes=" + texts.joined(separator: ",")
    }
}

extension RangeHeader.Spec {
    init?(parsing text: Substring) {
        guard let dash = text.utf8.firstIndex(of: 0x2D) else { return nil }
        let before = text[..<dash]
        let after = text[text.utf8.index(after: dash)...]
        if before.isEmpty {
            guard let length = Digits.saturating(after) else { return nil }
            self = .suffix(length)
            return
        }
        guard let first = Digits.saturating(before) else { return nil }
        guard !after.isEmpty else {
            self = .from(first, through: nil)
            return
        }
        // "5-4" is invalid, and with it the whole field (RFC 9110 §14.1.1).
        guard let last = Digits.saturating(after), last >= first else { return nil }
        self = .from(first, through: last)
    }
}
