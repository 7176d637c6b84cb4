/// One header field as it stood on the wire, coded as a pair `["Name", "value"]`.
public struct HeaderField: Sendable, Hashable, Codable {
    /// The name in its original spelling.
    public var name: String
    /// The value; bytes that are not UTF-8 are read as ISO-8859-1.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        name = try container.decode(String.self)
        value = try container.decode(String.self)
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(name)
        try container.encode(value)
    }
}
