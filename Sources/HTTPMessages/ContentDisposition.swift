/// The value of a Content-Disposition field (RFC 6266), read as forgivingly as contract rows F02 to F05 ask.
public struct ContentDisposition: Hashable, Sendable {
    /// The type, in lower case: `attachment`, `inline` or another token.
    public var type: String
    /// The parameters as sent, names in lower case; the first of each name counts.
    public var parameters: [Parameter]

    /// One parameter, its quoting undone but its RFC 8187 coding kept.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public var name: String
        /// The value, unquoted.
        public var value: String
    }

    /// Reads a field value; nil when there is no type.
    public init?(parsing value: some StringProtocol) {
        var parts = FieldList.elements(of: value, separator: 0x3B)
        guard let type = parts.first, ASCII.isToken(type) else { return nil }
        parts.removeFirst()
        self.type = ASCII.lowercased(type)
        parameters = parts.compactMap(Parameter.init(parsing:))
    }

    /// The value of the first parameter of this name.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The name the server gives: `filename*` if it can be decoded, else `filename` (RFC 6266 §4.3); not made safe.
    public var filename: String? {
        parameter("filename*").flatMap { ExtendedValue(parsing: $0)?.text } ?? parameter("filename")
    }

    /// The name made safe to create a file with, or nil when nothing is left of it.
    public var suggestedFilename: String? {
        filename.flatMap(SuggestedFilename.sanitised)
    }
}

extension ContentDisposition.Parameter {
    init?(parsing part: String) {
        guard let equals = part.utf8.firstIndex(of: 0x3D) else { return nil }
        let name = ASCII.trimmed(part[..<equals])
        let value = ASCII.trimmed(part[part.utf8.index(after: equals)...])
        guard ASCII.isToken(name) else { return nil }
        self.name = ASCII.lowercased(name)
        self.value = FieldList.unquoted(value) ?? String(value)
    }
}
