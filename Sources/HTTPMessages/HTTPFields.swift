/// The fields of one message: in order, with duplicates, in their original spelling.
///
/// Lookups ignore case and walk the array: a message has a dozen fields, and a dozen comparisons are cheaper than a table.
public struct HTTPFields: Hashable, Sendable {
    @usableFromInline var fields: [HTTPField]

    /// Makes an empty block.
    @inlinable
    public init() {
        fields = []
    }

    /// Makes a block of these fields, in this order.
    public init(_ fields: some Sequence<HTTPField>) {
        self.fields = Array(fields)
    }

    /// The values of all fields of this name joined with `", "`, or nil when there is none (RFC 9110 §5.3).
    ///
    /// Not for `Set-Cookie`, whose values contain commas: use ``values(_:)``.
    public subscript(name: String) -> String? {
        var joined: String?
        for field in fields where field.isNamed(name) {
            if let before = joined {
                joined = before + ", " + field.value
            } else {
                joined = field.value
            }
        }
        return joined
    }

    /// The value of the first field of this name.
    public func first(_ name: String) -> String? {
        for field in fields where field.isNamed(name) { return field.value }
        return nil
    }

    /// The values of all fields of this name, one each, in order.
    public func values(_ name: String) -> [String] {
        fields.compactMap { $0.isNamed(name) ? $0.value : nil }
    }

    /// The elements of all fields of this name, read as comma-separated lists (RFC 9110 §5.6.1).
    ///
    /// Commas inside quoted strings do not separate; empty elements are left out.
    public func list(_ name: String) -> [String] {
        var elements: [String] = []
        for field in fields where field.isNamed(name) {
            elements.append(contentsOf: FieldList.elements(of: field.value))
        }
        return elements
    }

    /// Tells whether a field of this name is there.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.isNamed(name) }
    }

    /// Tells whether the list under this name has this token, whatever the case: `Connection: close`.
    public func lists(_ token: String, under name: String) -> Bool {
        for field in fields where field.isNamed(name) {
            if ASCII.equalIgnoringCase(field.value, token) { return true }
            if FieldList.elements(of: field.value).contains(where: { ASCII.equalIgnoringCase($0, token) }) {
                return true
            }
        }
        return false
    }

    /// Adds a field at the end.
    @inlinable
    public mutating func append(_ name: String, _ value: String) {
        fields.append(HTTPField(name, value))
    }

    /// Puts one field in the place of the first of this name, or at the end, and removes the others of this name.
    public mutating func set(_ name: String, _ value: String) {
        guard let place = fields.firstIndex(where: { $0.isNamed(name) }) else {
            append(name, value)
            return
        }
        fields[place].value = value
        var later = fields[(place + 1)...]
        later.removeAll { $0.isNamed(name) }
        fields.replaceSubrange((place + 1)..., with: later)
    }

    /// Removes every field of this name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.isNamed(name) }
    }
}

extension HTTPFields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// Zero.
    @inlinable public var startIndex: Int { 0 }
    /// How many fields there are.
    @inlinable public var endIndex: Int { fields.count }

    /// Walks the fields in order.
    @inlinable
    public func makeIterator() -> IndexingIterator<[HTTPField]> { fields.makeIterator() }

    /// The field at this place.
    @inlinable public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Replaces fields by place.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<HTTPField>) {
        fields.replaceSubrange(subrange, with: newElements)
    }

    /// Makes room for so many fields.
    @inlinable
    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Makes a block of pairs; order and duplicates are kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HTTPField($0.0, $0.1) }
    }

    /// Makes a block of fields.
    public init(arrayLiteral elements: HTTPField...) {
        fields = elements
    }
}

extension HTTPFields: Codable {
    /// Reads a list of pairs.
    public init(from decoder: any Decoder) throws {
        fields = try [HTTPField](from: decoder)
    }

    /// Writes a list of pairs.
    public func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
    }
}

extension HTTPFields: CustomStringConvertible {
    /// One line per field.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }
}
