internal import Foundation

/// Turns commands and events into lines and back: one JSON object a line, UTF-8, at most 1 MiB.
public struct LineCoder: Sendable {
    /// The longest line, without its line feed, in bytes.
    public static let limit = 1 << 20

    /// Makes a coder; it has no state.
    public init() {}

    /// A command as a line with its line feed.
    public func line(_ command: AdapterCommand) throws(LineError) -> [UInt8] {
        try encode(command)
    }

    /// An event as a line with its line feed.
    public func line(_ event: NumberedEvent) throws(LineError) -> [UInt8] {
        try encode(event)
    }

    /// Reads a command, without its line feed.
    ///
    /// An unknown `op` is no error: it comes back as ``AdapterCommand/unknown(op:t:)``.
    public func command(_ line: some Collection<UInt8>) throws(LineError) -> AdapterCommand {
        try decode(AdapterCommand.self, line)
    }

    /// Reads an event, without its line feed.
    public func event(_ line: some Collection<UInt8>) throws(LineError) -> NumberedEvent {
        try decode(NumberedEvent.self, line)
    }

    private func encode(_ value: some Encodable) throws(LineError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var line: [UInt8]
        do {
            line = [UInt8](try encoder.encode(value))
        } catch {
            throw LineError(.notEncodable, "the message cannot be written as JSON: \(error)")
        }
        guard line.count <= LineCoder.limit else { throw LineError.tooLong(line.count) }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ line: some Collection<UInt8>
    ) throws(LineError) -> Value {
        guard line.count <= LineCoder.limit else { throw LineError.tooLong(line.count) }
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch let error as DecodingError {
            throw LineError(error, line: line)
        } catch {
            throw LineError(.notJSON, "not a JSON object: \(LineError.excerpt(line))")
        }
    }
}
