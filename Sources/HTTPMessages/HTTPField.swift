/// One header or trailer field as the wire spelled it.
///
/// Codes as a pair `["Name", "value"]`, the form that adapter lines and the control API use.
public struct HTTPField: Hashable, Sendable {
    /// The name in its original spelling; comparisons elsewhere ignore its case.
    public var name: String
    /// The value without the white space around it (RFC 9112 §5.1).
    public var value: String

    /// Makes a field; nothing is checked, so that a server may send what is wrong on purpose.
    @inlinable
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Tells whether the field has this name, whatever the case (RFC 9110 §5.1).
    public func isNamed(_ other: String) -> Bool {
        ASCII.equalIgnoringCase(name, other)
    }
}

extension HTTPField: CustomStringConvertible {
    /// The field as one line, without the line's end.
    public var description: String { "\(name): \(value)" }
}

extension HTTPField: Codable {
    /// Reads the pair of name and value.
    public init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        name = try pair.decode(String.self)
        value = try pair.decode(String.self)
    }

    /// Writes the pair of name and value.
    public func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(name)
        try pair.encode(value)
    }
}
