package import HTTPMessages

/// The one reader of how much content a response announces (contract P03).
package enum ExpectedLength {
    /// The length of the content once decoded, or nil when the head does not tell.
    package static func of(_ head: HTTPResponseHead) -> Int64? {
        if !HTTPStatus.allowsBody(head.status) { return 0 }
        if !head.fields.contains("Transfer-Encoding"), isPlain(head), let length = declared(head) { return length }
        return nil
    }

    /// Whether the content is sent as it is, without a coding.
    package static func isPlain(_ head: HTTPResponseHead) -> Bool {
        head.fields.list("Content-Encoding").allSatisfy { ASCII.equalIgnoringCase($0, "identity") }
    }

    private static func declared(_ head: HTTPResponseHead) -> Int64? {
        head.fields.list("Content-Length").first.flatMap { Digits.exact($0) }
    }
}
