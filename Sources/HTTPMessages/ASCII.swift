/// Questions about octets that HTTP's grammar asks (RFC 9110 §5.6, RFC 5234).
public enum ASCII {
    /// Compares two texts, ignoring the case of the letters A to Z only.
    @inlinable
    public static func equalIgnoringCase(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
        var left = a.utf8.makeIterator()
        var right = b.utf8.makeIterator()
        while true {
            switch (left.next(), right.next()) {
            case (nil, nil): return true
            case (let x?, let y?): if x != y && lowercased(x) != lowercased(y) { return false }
            default: return false
            }
        }
    }

    /// The octet, with A to Z made lower case.
    @inlinable
    public static func lowercased(_ octet: UInt8) -> UInt8 {
        octet &- 0x41 < 26 ? octet | 0x20 : octet
    }

    /// The text, with A to Z made lower case.
    public static func lowercased(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map(lowercased(_:)), as: UTF8.self)
    }

    /// Tells whether the octet may be part of a token, such as a method or a field name (RFC 9110 §5.6.2).
    @inlinable
    public static func isToken(_ octet: UInt8) -> Bool {
        // One bit for each of the 128 characters: a table without an array.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        if octet < 64 { return low >> UInt64(octet) & 1 == 1 }
        if octet < 128 { return high >> UInt64(octet - 64) & 1 == 1 }
        return false
    }

    /// Tells whether the text is a token.
    @inlinable
    public static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isToken(_:))
    }

    /// Tells whether the octet is optional white space: a space or a tab (RFC 9110 §5.6.3).
    @inlinable
    public static func isWhitespace(_ octet: UInt8) -> Bool {
        octet == 0x20 || octet == 0x09
    }

    /// Tells whether the octet is a digit.
    @inlinable
    public static func isDigit(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10
    }

    /// The value of a hexadecimal digit, or nil.
    @inlinable
    public static func hexValue(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x41 + 10
        case 0x61...0x66: octet - 0x61 + 10
        default: nil
        }
    }

    /// The text without spaces and tabs at both ends.
    public static func trimmed(_ text: Substring) -> Substring {
        var octets = text.utf8
        while let first = octets.first, isWhitespace(first) { octets.removeFirst() }
        while let last = octets.last, isWhitespace(last) { octets.removeLast() }
        return Substring(octets)
    }
}
