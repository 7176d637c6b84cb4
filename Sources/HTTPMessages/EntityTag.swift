/// An entity tag: an opaque validator of one version of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, Codable {
    /// What stands between the quotes.
    public var opaque: String
    /// Set when equal tags promise equivalent, not identical content.
    public var isWeak: Bool

    /// Makes a tag of the text between the quotes.
    public init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads `"opaque"` or `W/"opaque"`; nil when it is not well formed.
    public init?(parsing text: some StringProtocol) {
        var octets = Array(text.utf8)[...]
        isWeak = octets.starts(with: [0x57, 0x2F])
        if isWeak { octets = octets.dropFirst(2) }
        guard octets.count >= 2, octets.first == 0x22, octets.last == 0x22 else { return nil }
        let inner = octets.dropFirst().dropLast()
        guard inner.allSatisfy({ $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7F) }) else { return nil }
        opaque = String(decoding: inner, as: UTF8.self)
    }

    /// Strong comparison: both strong and the same, as ranges and If-Match need it (RFC 9110 §8.8.3.2).
    public func stronglyEquals(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Weak comparison: the same whatever their strength, as If-None-Match needs it (RFC 9110 §8.8.3.2).
    public func weaklyEquals(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }
}

extension EntityTag: CustomStringConvertible {
    /// The spelling on the wire.
    public var description: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }
}
