import HTTPMessages

/// How a response's body ends, and what follows it (RFC 9112 §6.3, §9.3).
enum ResponseRules {
    /// The framing of a response to a request with this method.
    ///
    /// Transfer-Encoding wins over Content-Length; after such a message the connection is closed.
    static func framing(_ head: HTTPResponseHead, answering method: HTTPMethod) throws(WireFailure) -> BodyFraming {
        if method == .connect, (200..<300).contains(head.status) { return .none }
        let hasBody = HTTPStatus.allowsBody(head.status) && method != .head
        if head.fields.contains("Transfer-Encoding") {
            guard hasBody else { return .none }
            return try codedFraming(head.fields.list("Transfer-Encoding"))
        }
        guard head.fields.contains("Content-Length") else { return hasBody ? .untilClose : .none }
        guard hasBody else { return .none }
        let length = try ContentLength.read(head.fields)
        return length == 0 ? .none : .length(length)
    }

    private static func codedFraming(_ codings: [String]) throws(WireFailure) -> BodyFraming {
        guard let last = codings.last else {
            throw WireFailure(.badFraming, "Transfer-Encoding is empty.", "RFC 9112 §6.1")
        }
        guard codings.count == 1 else {
            throw WireFailure(
                .unsupportedCoding, "The transfer codings \(codings) were not asked for.", "RFC 9112 §7.4")
        }
        guard ASCII.equalIgnoringCase(last, "chunked") else {
            throw WireFailure(.unsupportedCoding, "The transfer coding \(last) was not asked for.", "RFC 9112 §7.4")
        }
        return .chunked
    }

    /// Tells whether another response may follow on the connection (RFC 9112 §9.3).
    static func keepsAlive(_ head: HTTPResponseHead, _ framing: BodyFraming) -> Bool {
        if framing == .untilClose || head.status == 101 { return false }
        if head.fields.lists("close", under: "Connection") { return false }
        let isCoded = head.fields.contains("Transfer-Encoding")
        if isCoded, head.version < .http11 || head.fields.contains("Content-Length") { return false }
        return head.version >= .http11 || head.fields.lists("keep-alive", under: "Connection")
    }
}
