/// A value of a YAML file with the place where it begins.
public struct Node: Hashable, Sendable {
    /// What it is.
    public var content: Content
    /// Where it begins.
    public var location: FileLocation

    /// Makes a node.
    public init(_ content: Content, location: FileLocation) {
        self.content = content
        self.location = location
    }

    /// The three kinds of nodes.
    public enum Content: Hashable, Sendable {
        /// Text; its place in the file decides what it means.
        case scalar(Scalar)
        /// A sequence.
        case list([Node])
        /// A mapping, in the order of the file, no key twice.
        case map([Entry])
    }

    /// A text and how it was written.
    public struct Scalar: Hashable, Sendable {
        /// The text, escapes undone.
        public var text: String
        /// Whether it stands there without quotes and not as a block.
        public var isBare: Bool

        /// Makes a scalar.
        public init(_ text: String, isBare: Bool = true) {
            self.text = text
            self.isBare = isBare
        }
    }

    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The key's text.
        public var key: String
        /// Where the key begins.
        public var location: FileLocation
        /// The value.
        public var value: Node

        /// Makes an entry.
        public init(key: String, location: FileLocation, value: Node) {
            self.key = key
            self.location = location
            self.value = value
        }
    }

    /// The text of a scalar; nil for lists and maps.
    public var text: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.text
    }

    /// The entries of a map; nil for scalars and lists.
    public var entries: [Entry]? {
        guard case .map(let entries) = content else { return nil }
        return entries
    }

    /// The items of a list; nil for scalars and maps.
    public var items: [Node]? {
        guard case .list(let items) = content else { return nil }
        return items
    }

    /// The value of a key, where the node is a map that has it.
    public subscript(key: String) -> Node? {
        entries?.first { $0.key == key }?.value
    }

    /// What complaints call the node: its text in quotes, `a list` or `a map`.
    public var nickname: String {
        switch content {
        case .scalar(let scalar): Complaint.quoted(scalar.text)
        case .list: "a list"
        case .map: "a map"
        }
    }
}
