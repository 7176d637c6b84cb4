import HTTPMessages

/// A request as the perfect client sends it, as far as answers depend on it.
struct PlayedRequest: Hashable {
    var method: HTTPMethod
    var resource: ResourcePath
    var query: String
    var fields: HTTPFields
    /// The credentials that go along in answer to a challenge.
    var credentials: Credentials?

    /// The fields with the codings that a client asks for by itself: those that it can decode, and none for a part.
    var fieldsWithCodings: HTTPFields {
        guard !fields.contains("Accept-Encoding") else { return fields }
        var fields = fields
        fields.append("Accept-Encoding", fields.contains("Range") ? "identity" : "gzip, deflate, br")
        return fields
    }

    /// Whether the answer is given, and not a challenge.
    func meets(_ rule: AuthRule?) -> Bool {
        switch rule {
        case nil: true
        case .basic(let wanted): credentials == wanted || Credentials(basic: fields) == wanted
        case .digest(let wanted): credentials == wanted
        }
    }

    /// Whether a condition holds.
    func meets(_ condition: Condition, isReused: Bool) -> Bool {
        if !condition.methods.isEmpty, !condition.methods.contains(method.rawValue) { return false }
        if let present = condition.rangePresent, present != fields.contains("Range") { return false }
        if let reused = condition.connectionReused, reused != isReused { return false }
        let items = RequestTarget(resource.path + query).queryItems
        for wanted in condition.query
        where !items.contains(where: { $0.name == wanted.name && $0.value == wanted.value }) {
            return false
        }
        for line in condition.fields {
            guard let value = line.value.plainText, fields.values(line.name).contains(value) else { return false }
        }
        return !condition.lacks.contains { fields.contains($0) }
    }
}
