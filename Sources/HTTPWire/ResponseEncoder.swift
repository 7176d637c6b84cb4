public import HTTPMessages

/// Decides how an answer is framed, and writes it.
///
/// The wish is the scenario's; what the request allows comes first. The fields that follow from the decision are
/// ``framingFields``, apart from the head, because a scenario may replace or drop them.
public struct ResponseEncoder: Hashable, Sendable {
    /// How the body's end is marked, as the fields say it; for HEAD what a GET would have had.
    public let framing: BodyFraming
    /// Tells whether content follows the head: not for HEAD, nor with 1xx, 204 and 304 (RFC 9112 §6.3).
    public let sendsBody: Bool
    /// Tells whether another answer may follow on the connection.
    public let keepsAlive: Bool
    /// The fields that say so: Content-Length or Transfer-Encoding, and Connection.
    public let framingFields: HTTPFields

    /// Decides for one answer.
    ///
    /// Chunked becomes until-close for a client of HTTP/1.0, which does not know it (RFC 9112 §7). Until-close ends the
    /// connection. 1xx, 204 and 304 carry neither length nor coding (RFC 9110 §8.6, RFC 9112 §6.1).
    ///
    /// - Parameters:
    ///   - status: The status that will be sent.
    ///   - method: The method of the request.
    ///   - requestVersion: The version of the request.
    ///   - wish: How the body's end should be marked.
    ///   - wantsNext: Whether the connection should go on.
    public init(
        status: Int, answering method: HTTPMethod, requestVersion: HTTPVersion, framing wish: BodyFraming,
        keepsAlive wantsNext: Bool
    ) {
        var framing = wish
        if !HTTPStatus.allowsBody(status) {
            framing = .none
        } else if framing == .chunked, requestVersion < .http11 {
            framing = .untilClose
        }
        let isHead = method == .head
        let isTunnel = method == .connect && (200..<300).contains(status)
        if isTunnel { framing = .none }
        self.framing = framing
        sendsBody = framing != .none && !isHead
        keepsAlive = wantsNext && (framing != .untilClose || isHead)
        framingFields = ResponseEncoder.fields(
            framing, keepsAlive: keepsAlive, requestVersion: requestVersion,
            needsLength: HTTPStatus.allowsBody(status) && !isTunnel)
    }

    /// Appends the head with the computed fields behind its own.
    ///
    /// A computed field is left out when the head has one of its name, or when it is named in `dropped`.
    public func append(
        _ head: HTTPResponseHead, dropping dropped: [String] = [], to buffer: inout [UInt8]
    ) {
        HeadEncoder.appendStatusLine(of: head, to: &buffer)
        HeadEncoder.append(head.fields, to: &buffer)
        for field in framingFields
        where !head.fields.contains(field.name) && !dropped.contains(where: field.isNamed) {
            HeadEncoder.append(field, to: &buffer)
        }
        HeadEncoder.appendLineEnd(to: &buffer)
    }

    private static func fields(
        _ framing: BodyFraming, keepsAlive: Bool, requestVersion: HTTPVersion, needsLength: Bool
    ) -> HTTPFields {
        var fields = HTTPFields()
        switch framing {
        case .length(let length): fields.append("Content-Length", String(length))
        case .chunked: fields.append("Transfer-Encoding", "chunked")
        case .none: if needsLength { fields.append("Content-Length", "0") }
        case .untilClose: break
        }
        if !keepsAlive {
            fields.append("Connection", "close")
        } else if requestVersion < .http11 {
            fields.append("Connection", "keep-alive")
        }
        return fields
    }
}
