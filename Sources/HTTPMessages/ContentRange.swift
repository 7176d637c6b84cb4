/// The value of a Content-Range field in bytes (RFC 9110 §14.4).
public struct ContentRange: Hashable, Sendable, Codable {
    /// The bytes that the content is, or nil in a 416 (`bytes */1000`).
    public var range: Range<Int64>?
    /// The length of the whole representation, or nil when the server does not know it (`bytes 0-9/*`).
    public var completeLength: Int64?

    /// Names the part of a whole.
    public init(_ range: Range<Int64>, of completeLength: Int64?) {
        self.range = range
        self.completeLength = completeLength
    }

    /// Names the length of which no part can be had, for a 416.
    public init(unsatisfiedOf completeLength: Int64) {
        range = nil
        self.completeLength = completeLength
    }

    /// Reads a field value; nil when the unit is another one, or the value is malformed or contradicts itself.
    ///
    /// A number beyond 2^63 − 1 makes it malformed: unlike a Range, it claims that such content is here.
    public init?(parsing value: some StringProtocol) {
        guard let space = value.utf8.firstIndex(of: 0x20), ASCII.equalIgnoringCase(value[..<space], "bytes") else {
            return nil
        }
        let rest = value[value.utf8.index(after: space)...]
        guard let slash = rest.utf8.firstIndex(of: 0x2F) else { return nil }
        let part = rest[..<slash]
        let total = rest[rest.utf8.index(after: slash)...]
        if part == "*" {
            guard let length = Digits.exact(total) else { return nil }
            self.init(unsatisfiedOf: length)
            return
        }
        guard let dash = part.utf8.firstIndex(of: 0x2D), let first = Digits.exact(part[..<dash]),
            let last = Digits.exact(part[part.utf8.index(after: dash)...]), first <= last, last < .max
        else { return nil }
        if total == "*" {
            self.init(first..<(last + 1), of: nil)
        } else if let length = Digits.exact(total), last < length {
            self.init(first..<(last + 1), of: length)
        } else {
            return nil
        }
    }
}

extension ContentRange: CustomStringConvertible {
    /// The field value.
    public var description: String {
        let part = range.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
        return "bytes \(part)/\(completeLength.map(String.init) ?? "*")"
    }
}
