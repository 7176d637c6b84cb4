/// A field that is written as `null` when it has no value, and read as none when it is absent.
///
/// Adapters in other languages then see that "no total" was said rather than forgotten.
@propertyWrapper
public struct OrNull<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The value, if there is one.
    public var wrappedValue: Value?

    /// Wraps a value or none.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    /// Reads a field that may be `null` or absent.
    public func decode<Value>(_ type: OrNull<Value>.Type, forKey key: Key) throws -> OrNull<Value> {
        try decodeIfPresent(type, forKey: key) ?? OrNull(wrappedValue: nil)
    }
}
