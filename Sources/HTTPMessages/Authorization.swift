/// The credentials of a request as a scheme and what it makes of the rest (RFC 9110 §11.4).
public struct Authorization: Hashable, Sendable {
    /// The scheme, as it was written: `Basic`, `digest`.
    public var scheme: String
    /// What follows the scheme: one token, or parameters.
    public var rest: String

    /// Reads the Authorization field of a request; nil unless there is exactly one, with a scheme and something behind it.
    public init?(_ fields: HTTPFields) {
        let values = fields.values("Authorization")
        guard values.count == 1, let space = values[0].firstIndex(of: " ") else { return nil }
        scheme = String(values[0][..<space])
        rest = String(ASCII.trimmed(values[0][values[0].index(after: space)...]))
        guard ASCII.isToken(scheme), !rest.isEmpty else { return nil }
    }

    /// The parameters by name in lower case, quotes undone; nil where one is malformed or comes twice.
    public var parameters: [String: String]? {
        var parameters: [String: String] = [:]
        for element in FieldList.elements(of: rest) {
            guard let equals = element.firstIndex(of: "=") else { return nil }
            let name = ASCII.trimmed(element[..<equals])
            let value = ASCII.trimmed(element[element.index(after: equals)...])
            guard ASCII.isToken(name) else { return nil }
            let isToken = ASCII.isToken(value)
            guard let plain = isToken ? String(value) : FieldList.unquoted(value) else { return nil }
            guard parameters.updateValue(plain, forKey: ASCII.lowercased(name)) == nil else { return nil }
        }
        return parameters
    }
}
