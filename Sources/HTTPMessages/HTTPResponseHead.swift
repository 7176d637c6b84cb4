/// A response without its content: the status line and the fields.
public struct HTTPResponseHead: Hashable, Sendable, Codable {
    /// The version of the status line.
    public var version: HTTPVersion
    /// The status code.
    public var status: Int
    /// The reason phrase, which may be empty.
    public var reason: String
    /// The fields, in order.
    public var fields: HTTPFields

    /// Makes a response head; without a reason, the standard phrase is used.
    public init(
        status: Int, reason: String? = nil, version: HTTPVersion = .http11, fields: HTTPFields = [:]
    ) {
        self.version = version
        self.status = status
        self.reason = reason ?? HTTPStatus.reason(of: status)
        self.fields = fields
    }
}
