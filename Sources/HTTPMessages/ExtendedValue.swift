/// A parameter value in the coding of RFC 8187: `UTF-8'en'na%C3%AFve.jpg`.
public struct ExtendedValue: Hashable, Sendable {
    /// The language, which may be empty.
    public var language: String
    /// The decoded text.
    public var text: String

    /// Decodes a value in UTF-8 or ISO-8859-1; nil when it is malformed or in another character set.
    public init?(parsing value: some StringProtocol) {
        let parts = Substring(value).utf8.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let octets = PercentEncoding.decodedOctets(Substring(parts[2])) else { return nil }
        let charset = Substring(parts[0])
        if ASCII.equalIgnoringCase(charset, "UTF-8") {
            guard let decoded = String(validating: octets, as: UTF8.self) else { return nil }
            text = decoded
        } else if ASCII.equalIgnoringCase(charset, "ISO-8859-1") {
            text = FieldText.latin1(octets)
        } else {
            return nil
        }
        language = String(Substring(parts[1]))
    }
}
