/// The name of a resource: an origin and a path on it, written `/path` or `//origin/path`.
public struct ResourcePath: Hashable, Sendable, CustomStringConvertible {
    /// The origin's name.
    public var origin: String
    /// The path, beginning with `/`, without query and fragment; percent-encoded as it stands in the file.
    public var path: String

    /// Makes a resource's name.
    public init(origin: String = "main", path: String) {
        self.origin = origin
        self.path = path
    }

    /// Whether the last segment is `*`, so that each path below is a resource of its own.
    public var isPattern: Bool { path.hasSuffix("/*") }

    /// Whether a request for this path is for the resource; a pattern takes one further, non-empty segment.
    public func matches(_ requested: String) -> Bool {
        guard isPattern else { return path == requested }
        let folder = path.dropLast()
        guard requested.hasPrefix(folder) else { return false }
        let segment = requested.dropFirst(folder.count)
        return !segment.isEmpty && !segment.contains("/")
    }

    /// The name as the file spells it.
    public var description: String { origin == "main" ? path : "//\(origin)\(path)" }
}
