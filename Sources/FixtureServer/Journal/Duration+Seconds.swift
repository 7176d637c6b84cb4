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
        Duration(inSeconds: try decode(Double.self, forKey: key))
    }

    func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
        try decodeIfPresent(Double.self, forKey: key).map { Duration(inSeconds: $0) }
    }
}

extension Duration {
    /// A number of seconds, to the nanosecond.
    init(inSeconds seconds: Double) {
        self = .nanoseconds(Int64(max(-9e18, min(9e18, (seconds * 1e9).rounded()))))
    }

    /// The duration as a number of seconds, to the nanosecond.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 1e9
    }
}
