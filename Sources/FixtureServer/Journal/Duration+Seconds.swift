/// Durations are numbers of seconds in the journal's JSON.
///
/// The compiler's own coding of a structure takes these, because they fit better than what the library has for anything
/// codable.
extension KeyedEncodingContainer {
    mutating func encode(_ value: Duration, forKey key: Key) throws {
        try encode(value.inSeconds, forKey: key)
    }

    mutating func encodeIfPresent(_ value: Duration?, forKey key: Key) throws {
        try encodeIfPresent(value?.inSeconds, forKey: key)
    }
}

extension KeyedDecodingContainer {
    func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
        .seconds(try decode(Double.self, forKey: key))
    }

    func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
        try decodeIfPresent(Double.self, forKey: key).map { .seconds($0) }
    }
}

extension Duration {
    /// The duration as a number of seconds, to the nanosecond.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 1e9
    }
}
