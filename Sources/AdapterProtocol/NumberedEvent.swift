/// An event with the counter that makes lost and reordered lines visible.
public struct NumberedEvent: Sendable, Hashable, Codable {
    /// Grows by exactly one from line to line; the first line may carry any number.
    public var n: Int
    /// What happened.
    public var event: AdapterEvent

    /// Numbers an event.
    public init(n: Int, event: AdapterEvent) {
        self.n = n
        self.event = event
    }

    private enum Key: String, CodingKey {
        case n
    }

    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        n = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .n)
        event = try AdapterEvent(from: decoder)
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(n, forKey: .n)
        try event.encode(to: encoder)
    }
}
