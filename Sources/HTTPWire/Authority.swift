import HTTPMessages

/// Host and port, as Host and targets name them (RFC 3986 §3.2, RFC 9110 §7.2).
enum Authority {
    /// Tells whether the text is a host with or without a port; user information is refused (RFC 9110 §4.2.4).
    static func isValid(_ text: String, needsPort: Bool) -> Bool {
        var rest = text.utf8[...]
        if rest.first == 0x5B {
            guard let close = rest.firstIndex(of: 0x5D) else { return false }
            let literal = rest[..<close].dropFirst()
            guard !literal.isEmpty, literal.allSatisfy(isLiteral) else { return false }
            rest = rest[rest.index(after: close)...]
        } else {
            let name = rest.prefix { $0 != 0x3A }
            guard name.allSatisfy(isName), !needsPort || !name.isEmpty else { return false }
            rest = rest[name.endIndex...]
        }
        guard let colon = rest.popFirst() else { return !needsPort }
        guard colon == 0x3A, rest.allSatisfy(ASCII.isDigit), rest.count <= 5 else { return false }
        return !needsPort || !rest.isEmpty
    }

    /// Inside brackets: an IPv6 address, or an address of the future with its sub-delimiters.
    private static func isLiteral(_ octet: UInt8) -> Bool {
        isName(octet) || octet == 0x3A
    }

    /// Unreserved, percent or sub-delimiter.
    private static func isName(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x25: true
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
