/// The number of an exchange within its instance, from 1 in the order of the requests.
public struct ExchangeID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The number.
    public let number: Int

    /// Names the exchange of this number.
    public init(_ number: Int) {
        self.number = number
    }

    /// Reads the bare number.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    /// Writes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Orders by number.
    public static func < (a: ExchangeID, b: ExchangeID) -> Bool { a.number < b.number }

    /// The number with the letter that logs use, such as `x3`.
    public var description: String { "x\(number)" }
}

/// The number of a connection within its instance, from 1 in the order of accepting.
public struct ConnectionID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The number.
    public let number: Int

    /// Names the connection of this number.
    public init(_ number: Int) {
        self.number = number
    }

    /// Reads the bare number.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    /// Writes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Orders by number.
    public static func < (a: ConnectionID, b: ConnectionID) -> Bool { a.number < b.number }

    /// The number with the letter that logs use, such as `c2`.
    public var description: String { "c\(number)" }
}
