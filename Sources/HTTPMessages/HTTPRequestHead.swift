/// A request without its content: the request line and the fields.
public struct HTTPRequestHead: Hashable, Sendable, Codable {
    /// The method.
    public var method: HTTPMethod
    /// The target exactly as the request line has it.
    public var target: String
    /// The version of the request line.
    public var version: HTTPVersion
    /// The fields, in order.
    public var fields: HTTPFields

    /// Makes a request head.
    public init(method: HTTPMethod, target: String, version: HTTPVersion = .http11, fields: HTTPFields = [:]) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
    }

    /// The parts of the target.
    public var parsedTarget: RequestTarget { RequestTarget(target) }

    /// The path of the target, still percent-encoded; `*` for the server itself.
    public var path: String { parsedTarget.path }

    /// What follows the first `?` of the target, still percent-encoded, or nil.
    public var query: String? { parsedTarget.query }
}
