/// Why a line could not be read or written.
public struct LineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for programs.
    public enum Code: String, Sendable, Hashable {
        /// More than 1 MiB.
        case tooLong
        /// Not one JSON object.
        case notJSON
        /// A field is missing or of the wrong type.
        case badField
        /// The value has no JSON form.
        case notEncodable
    }

    /// What is wrong, for programs.
    public let code: Code
    /// What is wrong, for people.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func tooLong(_ count: Int) -> LineError {
        LineError(.tooLong, "a line of \(count) bytes; at most \(LineCoder.limit) are allowed")
    }

    init(_ error: DecodingError, line: some Collection<UInt8>) {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        let excerpt = LineError.excerpt(line)
        switch error {
        case .keyNotFound(let key, let context):
            let place = (context.codingPath.map(\.stringValue) + [key.stringValue]).joined(separator: ".")
            self.init(.badField, "field \(place) is missing in: \(excerpt)")
        case .typeMismatch(let type, let context) where !context.codingPath.isEmpty:
            self.init(.badField, "field \(path(context)) is not a \(type) in: \(excerpt)")
        case .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            self.init(.badField, "field \(path(context)) is null in: \(excerpt)")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.badField, "field \(path(context)): \(context.debugDescription) In: \(excerpt)")
        default:
            self.init(.notJSON, "not a JSON object: \(excerpt)")
        }
    }

    /// The first 200 bytes of a line, readable.
    static func excerpt(_ line: some Collection<UInt8>) -> String {
        let head = String(decoding: line.prefix(200), as: UTF8.self)
        let clean = head.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : String($0) }.joined()
        return line.count > 200 ? clean + "…" : clean
    }
}
