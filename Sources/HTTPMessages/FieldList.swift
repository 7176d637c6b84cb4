/// Comma-separated lists and quoted strings in field values (RFC 9110 §5.6).
public enum FieldList {
    /// Splits at a separator that stands outside quoted strings; elements are trimmed, empty ones left out.
    public static func elements(of value: some StringProtocol, separator: UInt8 = 0x2C) -> [String] {
        var elements: [String] = []
        var start = value.startIndex
        var isQuoted = false
        var isEscaped = false
        func take(_ end: String.Index) {
            let element = ASCII.trimmed(Substring(value[start..<end]))
            if !element.isEmpty { elements.append(String(element)) }
        }
        var place = value.startIndex
        while place < value.endIndex {
            let octet = value.utf8[place]
            let next = value.utf8.index(after: place)
            if isEscaped {
                isEscaped = false
            } else if isQuoted && octet == 0x5C {
                isEscaped = true
            } else if octet == 0x22 {
                isQuoted.toggle()
            } else if octet == separator && !isQuoted {
                take(place)
                start = next
            }
            place = next
        }
        take(value.endIndex)
        return elements
    }

    /// The text inside a quoted string, its quoted pairs undone (RFC 9110 §5.6.4), or nil when it is none.
    public static func unquoted(_ text: some StringProtocol) -> String? {
        var octets = Array(text.utf8)
        guard octets.count >= 2, octets.first == 0x22, octets.last == 0x22 else { return nil }
        octets = Array(octets.dropFirst().dropLast())
        var plain: [UInt8] = []
        plain.reserveCapacity(octets.count)
        var isEscaped = false
        for octet in octets {
            if !isEscaped {
                if octet == 0x5C {
                    isEscaped = true
                    continue
                }
                if octet == 0x22 { return nil }
            }
            isEscaped = false
            plain.append(octet)
        }
        return isEscaped ? nil : String(decoding: plain, as: UTF8.self)
    }
}
