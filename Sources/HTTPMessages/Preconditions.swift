/// What a conditional request comes to, in the order of RFC 9110 §13.2.2.
///
/// For answers that would be 2xx without the conditions; another status switches them off (RFC 9110 §13.2.1).
public enum Preconditions {
    /// The representation that the server would send now.
    public struct Current: Hashable, Sendable {
        /// Its entity tag, if it has one.
        public var entityTag: EntityTag?
        /// When it last changed, if that is known.
        public var lastModified: HTTPDate?
        /// The Date of the answer, which decides how strong the modification date is.
        public var date: HTTPDate

        /// Describes a representation.
        public init(entityTag: EntityTag?, lastModified: HTTPDate?, date: HTTPDate) {
            self.entityTag = entityTag
            self.lastModified = lastModified
            self.date = date
        }
    }

    /// What the server is to do.
    public enum Outcome: Hashable, Sendable {
        /// Do what the method says; the Range field counts only if told so.
        case proceed(rangeApplies: Bool)
        /// Answer 304.
        case notModified
        /// Answer 412.
        case failed
    }

    /// Evaluates the conditions of a request; without a current representation, `*` matches nothing.
    public static func evaluate(method: HTTPMethod, fields: HTTPFields, current: Current?) -> Outcome {
        let isRead = method == .get || method == .head
        if fields.contains("If-Match") {
            let tags = EntityTagList(fields, "If-Match")
            guard tags.matches(current, by: { $0.stronglyEquals($1) }) else { return .failed }
        } else if let date = onlyDate(fields, "If-Unmodified-Since", current), let modified = current?.lastModified {
            guard modified <= date else { return .failed }
        }
        if fields.contains("If-None-Match") {
            let tags = EntityTagList(fields, "If-None-Match")
            if tags.matches(current, by: { $0.weaklyEquals($1) }) { return isRead ? .notModified : .failed }
        } else if isRead, let date = onlyDate(fields, "If-Modified-Since", current),
            let modified = current?.lastModified, modified <= date
        {
            return .notModified
        }
        return .proceed(rangeApplies: method == .get && fields.contains("Range") && ifRangeHolds(fields, current))
    }

    /// Tells whether If-Range is absent or names the current representation beyond doubt (RFC 9110 §13.1.5).
    public static func ifRangeHolds(_ fields: HTTPFields, _ current: Current?) -> Bool {
        let values = fields.values("If-Range")
        guard let value = values.first else { return true }
        guard values.count == 1, let current else { return false }
        if let tag = EntityTag(parsing: value) {
            return current.entityTag.map { tag.stronglyEquals($0) } ?? false
        }
        guard let date = HTTPDate(parsing: value, now: current.date), let modified = current.lastModified else {
            return false
        }
        return date == modified && modified.isStrongValidator(inAnswerOf: current.date)
    }

    /// The date of a field; a list, or what is no date, is ignored (RFC 9110 §13.1.3, §13.1.4).
    private static func onlyDate(_ fields: HTTPFields, _ name: String, _ current: Current?) -> HTTPDate? {
        let values = fields.values(name)
        guard values.count == 1 else { return nil }
        return HTTPDate(parsing: values[0], now: current?.date)
    }
}
