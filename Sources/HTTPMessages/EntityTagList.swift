/// The value of an If-Match or If-None-Match field (RFC 9110 §13.1.1, §13.1.2).
public enum EntityTagList: Hashable, Sendable {
    /// `*`: any current representation.
    case any
    /// These tags; what is not well formed in the list is left out and so matches nothing.
    case tags([EntityTag])

    /// Reads all fields of this name.
    public init(_ fields: HTTPFields, _ name: String) {
        let elements = fields.list(name)
        if elements == ["*"] {
            self = .any
        } else {
            self = .tags(elements.compactMap { EntityTag(parsing: $0) })
        }
    }

    /// Tells whether the current representation is one of those named.
    func matches(_ current: Preconditions.Current?, by equals: (EntityTag, EntityTag) -> Bool) -> Bool {
        switch self {
        case .any:
            return current != nil
        case .tags(let tags):
            guard let tag = current?.entityTag else { return false }
            return tags.contains { equals($0, tag) }
        }
    }
}
