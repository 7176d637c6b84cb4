/// Percent-encoded octets (RFC 3986 §2.1).
public enum PercentEncoding {
    /// The octets with every `%XX` undone, or nil when a `%` is not followed by two hexadecimal digits.
    public static func decodedOctets(_ text: some StringProtocol) -> [UInt8]? {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let octet = rest.next() {
            guard octet == 0x25 else {
                octets.append(octet)
                continue
            }
            guard let high = rest.next().flatMap(ASCII.hexValue), let low = rest.next().flatMap(ASCII.hexValue) else {
                return nil
            }
            octets.append(high << 4 | low)
        }
        return octets
    }

    /// The text with every `%XX` undone and read as UTF-8; the text as it stands when that fails.
    public static func decoded(_ text: some StringProtocol) -> String {
        guard let octets = decodedOctets(text), let decoded = String(validating: octets, as: UTF8.self) else {
            return String(text)
        }
        return decoded
    }
}
