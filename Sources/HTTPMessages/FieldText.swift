/// Text out of the octets of a field value, which may be anything (RFC 9110 §5.5, contract F06).
public enum FieldText {
    /// The octets as UTF-8, or as ISO-8859-1 when they are not UTF-8.
    public static func decoded(_ octets: some Collection<UInt8>) -> String {
        String(validating: octets, as: UTF8.self) ?? latin1(octets)
    }

    /// The octets as ISO-8859-1: each is the character of that number.
    public static func latin1(_ octets: some Sequence<UInt8>) -> String {
        var text = ""
        for octet in octets { text.unicodeScalars.append(Unicode.Scalar(octet)) }
        return text
    }
}
