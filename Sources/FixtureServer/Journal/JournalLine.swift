public import Foundation

/// An event as a line of JSON, with the instance it happened in: what traces are made of.
public struct JournalLine: Sendable, Codable {
    /// The instance.
    public var instance: String
    /// The event.
    public var event: JournalEvent

    /// Makes a line of an event.
    public init(instance: String, _ event: JournalEvent) {
        self.instance = instance
        self.event = event
    }

    private enum Keys: String, CodingKey { case instance }

    /// Reads the event's object and the instance in it.
    public init(from decoder: any Decoder) throws {
        instance = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .instance)
        event = try JournalEvent(from: decoder)
    }

    /// Writes the event's object, with the instance in it.
    public func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(instance, forKey: .instance)
    }

    /// What writes lines.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The line with its end.
    public func bytes(_ encoder: JSONEncoder) -> [UInt8] {
        // Nothing in an event can fail to be written: numbers are finite, and texts are texts.
        guard let data = try? encoder.encode(self) else { return [] }
        return [UInt8](data) + [0x0A]
    }
}
