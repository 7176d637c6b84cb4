package import HTTPMessages

/// What proves that bytes held and bytes to come are of one version (contract M01).
package enum Validator: Hashable, Sendable {
    /// A strong entity tag.
    case entityTag(EntityTag)
    /// A date of change, in the spelling of the server.
    case date(String)

    /// The strongest that a response offers; nil when it has none that is strong.
    package init?(of head: HTTPResponseHead) {
        if let text = head.fields.first("ETag"), let tag = EntityTag(parsing: text), !tag.isWeak {
            self = .entityTag(tag)
            return
        }
        guard let text = head.fields.first("Last-Modified"), let modified = HTTPDate(parsing: text),
            let date = head.fields.first("Date").flatMap({ HTTPDate(parsing: $0) }),
            modified.isStrongValidator(inAnswerOf: date, margin: .seconds(60))
        else { return nil }
        self = .date(text)
    }

    /// The value of If-Range.
    package var ifRange: String {
        switch self {
        case .entityTag(let tag): tag.description
        case .date(let text): text
        }
    }

    /// Whether a 206 is of another version than this: it names one, and it is not the same.
    package func isRefuted(by head: HTTPResponseHead) -> Bool {
        switch self {
        case .entityTag(let tag):
            guard let text = head.fields.first("ETag") else { return false }
            return EntityTag(parsing: text).map { !$0.stronglyEquals(tag) } ?? true
        case .date(let text):
            guard let other = head.fields.first("Last-Modified") else { return false }
            return other != text
        }
    }
}
