import HTTPMessages

/// The Content-Length fields of a message taken together (RFC 9110 §8.6, RFC 9112 §6.3).
enum ContentLength {
    /// The one length that all fields and all elements of their lists name.
    ///
    /// `5, 5` is one length, unequal ones are a failure, and so is one beyond 2^63 − 1.
    static func read(_ fields: HTTPFields) throws(WireFailure) -> Int64 {
        var known: Int64?
        for value in fields.values("Content-Length") {
            for element in value.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) {
                let text = ASCII.trimmed(Substring(element))
                guard Digits.saturating(text) != nil else {
                    throw WireFailure(
                        .badFraming, "Content-Length is \"\(value)\", not a number of octets.", "RFC 9110 §8.6")
                }
                guard let length = Digits.exact(text) else {
                    throw WireFailure(.bodyTooLarge, "Content-Length is beyond 2^63.", "RFC 9110 §8.6")
                }
                if let known, known != length {
                    throw WireFailure(
                        .badFraming, "Content-Length is both \(known) and \(length).", "RFC 9112 §6.3")
                }
                known = length
            }
        }
        return known ?? 0
    }
}
