import HTTPMessages

/// What must hold between the parts of a request head (RFC 9112 §3.2, §6, §9.3; RFC 9110 §10.1.1).
enum RequestRules {
    /// Checks a head and draws the conclusions.
    static func judge(_ head: HTTPRequestHead, bodyLimit: Int64) throws(WireFailure) -> IncomingRequest {
        // One walk over the fields; most requests have none of the rare ones.
        var hosts = 0
        var host = ""
        var saysConnection = false
        var saysLength = false
        var saysCoding = false
        var saysExpect = false
        for field in head.fields {
            switch field.name.utf8.count {
            case 4 where field.isNamed("Host"):
                hosts += 1
                host = field.value
            case 6 where field.isNamed("Expect"): saysExpect = true
            case 10 where field.isNamed("Connection"): saysConnection = true
            case 14 where field.isNamed("Content-Length"): saysLength = true
            case 17 where field.isNamed("Transfer-Encoding"): saysCoding = true
            default: break
            }
        }
        try checkHost(host, count: hosts, head.version)
        let authority = try checkTarget(head)
        var request = IncomingRequest(head: head, keepsAlive: head.version >= .http11, authority: authority ?? host)
        if saysCoding {
            request.framing = try codedFraming(head, saysLength: saysLength)
        } else if saysLength {
            request.framing = try lengthFraming(head.fields, bodyLimit)
        }
        if saysConnection { request.keepsAlive = keepsAlive(head) }
        if saysExpect { request.expectsContinue = try expectsContinue(request) }
        return request
    }

    private static func checkHost(_ host: String, count: Int, _ version: HTTPVersion) throws(WireFailure) {
        if count == 0, version >= .http11 {
            throw WireFailure(.badHost, "The request has no Host field.", "RFC 9112 §3.2")
        }
        if count > 1 { throw WireFailure(.badHost, "The request has \(count) Host fields.", "RFC 9112 §3.2") }
        guard Authority.isValid(host, needsPort: false) else {
            throw WireFailure(.badHost, "The Host field's value is no host: \"\(host)\".", "RFC 9112 §3.2")
        }
    }

    /// Checks that form and method fit, and returns the authority of an absolute or authority form.
    private static func checkTarget(_ head: HTTPRequestHead) throws(WireFailure) -> String? {
        if head.target.utf8.first == 0x2F, head.method != .connect { return nil }
        let target = head.parsedTarget
        switch (target.form, head.method) {
        case (.authority, .connect):
            guard let authority = target.authority, Authority.isValid(authority, needsPort: true) else {
                throw WireFailure(.badTarget, "CONNECT needs host and port as its target.", "RFC 9112 §3.2.3")
            }
            return authority
        case (_, .connect):
            throw WireFailure(.badTarget, "CONNECT needs host and port as its target.", "RFC 9112 §3.2.3")
        case (.asterisk, .options):
            return nil
        case (.asterisk, _):
            throw WireFailure(.badTarget, "The target * is for OPTIONS only.", "RFC 9112 §3.2.4")
        case (.authority, _):
            throw WireFailure(
                .badTarget, "The target is neither a path nor an http or https URI.", "RFC 9112 §3.2")
        case (.absolute, _):
            guard let authority = target.authority, !authority.isEmpty, Authority.isValid(authority, needsPort: false)
            else { throw WireFailure(.badTarget, "The target URI has no valid host.", "RFC 9110 §4.2.1") }
            return authority
        case (.origin, _):
            return nil
        }
    }

    /// The framing of a request with Transfer-Encoding, which must be chunked and nothing else (RFC 9112 §6.1, §6.3).
    private static func codedFraming(_ head: HTTPRequestHead, saysLength: Bool) throws(WireFailure) -> BodyFraming {
        guard head.version >= .http11 else {
            throw WireFailure(.badFraming, "HTTP/1.0 has no Transfer-Encoding.", "RFC 9112 §6.1")
        }
        guard !saysLength else {
            throw WireFailure(
                .badFraming, "The request has both Content-Length and Transfer-Encoding.", "RFC 9112 §6.1")
        }
        let codings = head.fields.list("Transfer-Encoding")
        let chunked = codings.count { ASCII.equalIgnoringCase($0, "chunked") }
        guard let last = codings.last, ASCII.equalIgnoringCase(last, "chunked"), chunked == 1 else {
            throw WireFailure(
                .badFraming, "The last transfer coding is not chunked, or chunked is there twice.", "RFC 9112 §6.3")
        }
        guard codings.count == 1 else {
            throw WireFailure(
                .unsupportedCoding, "The transfer coding \(codings[0]) is not known here.", "RFC 9112 §6.1")
        }
        return .chunked
    }

    private static func lengthFraming(_ fields: HTTPFields, _ bodyLimit: Int64) throws(WireFailure) -> BodyFraming {
        let length = try ContentLength.read(fields)
        guard length <= bodyLimit else {
            throw WireFailure(
                .bodyTooLarge, "The content is longer than \(bodyLimit) octets.", "RFC 9110 §15.5.14")
        }
        return length == 0 ? .none : .length(length)
    }

    private static func keepsAlive(_ head: HTTPRequestHead) -> Bool {
        if head.fields.lists("close", under: "Connection") { return false }
        return head.version >= .http11 || head.fields.lists("keep-alive", under: "Connection")
    }

    /// Reads Expect; of a client of HTTP/1.0 it is ignored (RFC 9110 §10.1.1).
    private static func expectsContinue(_ request: IncomingRequest) throws(WireFailure) -> Bool {
        guard request.head.version >= .http11 else { return false }
        for expectation in request.head.fields.list("Expect")
        where !ASCII.equalIgnoringCase(expectation, "100-continue") {
            throw WireFailure(.unmetExpectation, "Cannot do \"\(expectation)\".", "RFC 9110 §10.1.1")
        }
        return request.framing != .none
    }
}
