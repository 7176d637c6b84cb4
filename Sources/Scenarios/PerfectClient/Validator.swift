public import HTTPMessages

/// What tells one version of a representation from another, strongly enough to join bytes by.
public enum Validator: Hashable, Sendable {
    /// A strong entity tag.
    case etag(EntityTag)
    /// A date of change that is old enough.
    case modified(HTTPDate)

    /// How much older than the answer a date of change must be: the margin of RFC 7232, because a spliced file costs
    /// more than a fresh start (contract row M01).
    public static let margin = Duration.seconds(60)

    /// The validator of an answer: its strong entity tag, else its date of change; nil where neither can be trusted.
    public init?(of fields: HTTPFields) {
        if let tag = fields["ETag"].flatMap(EntityTag.init(parsing:)), !tag.isWeak {
            self = .etag(tag)
            return
        }
        guard let modified = fields["Last-Modified"].flatMap({ HTTPDate(parsing: $0) }),
            let date = fields["Date"].flatMap({ HTTPDate(parsing: $0) }),
            modified.isStrongValidator(inAnswerOf: date, margin: Validator.margin)
        else { return nil }
        self = .modified(modified)
    }

    /// The value of If-Range.
    public var field: String {
        switch self {
        case .etag(let tag): tag.description
        case .modified(let date): date.description
        }
    }

    /// Whether an answer says that it is of another version; one that says nothing does not.
    public func isContradicted(by fields: HTTPFields) -> Bool {
        switch self {
        case .etag(let tag):
            guard let text = fields["ETag"] else { return false }
            return !(EntityTag(parsing: text)?.stronglyEquals(tag) ?? false)
        case .modified(let date):
            guard let text = fields["Last-Modified"] else { return false }
            return HTTPDate(parsing: text) != date
        }
    }
}

/// Whether a transfer that stopped can be resumed (contract row M01).
public enum Resumability: Hashable, Sendable {
    /// It can: this is what the next request holds on to.
    case possible(ResumeOracle)
    /// It cannot, and there must be no resume data.
    case impossible(Obstacle)

    /// Why not.
    public enum Obstacle: Hashable, Sendable {
        /// The request was no GET.
        case method
        /// No answer came, or one of another status than 200 and 206.
        case status
        /// Not a byte of the body arrived.
        case nothingHeld
        /// The body was coded.
        case coded
        /// The server serves no ranges in bytes.
        case noRanges
        /// No strong validator.
        case noValidator
    }

    /// Judges the transfer of an answer.
    ///
    /// - Parameters:
    ///   - method: the request's method.
    ///   - head: the head of the answer that the bytes came with.
    ///   - total: the complete length that it told.
    ///   - held: how many bytes are held, counted from 0 of the representation.
    public init(method: HTTPMethod, head: HTTPResponseHead?, total: Int64?, held: Int64) {
        guard method == .get else {
            self = .impossible(.method)
            return
        }
        guard let head, [200, 206].contains(head.status) else {
            self = .impossible(.status)
            return
        }
        let codings = head.fields.list("Content-Encoding").filter { !ASCII.equalIgnoringCase($0, "identity") }
        let units = head.fields.list("Accept-Ranges")
        if held < 1 {
            self = .impossible(.nothingHeld)
        } else if !codings.isEmpty {
            self = .impossible(.coded)
        } else if !units.isEmpty, !units.contains(where: { ASCII.equalIgnoringCase($0, "bytes") }) {
            self = .impossible(.noRanges)
        } else if let validator = Validator(of: head.fields) {
            self = .possible(ResumeOracle(held: held, total: total, validator: validator))
        } else {
            self = .impossible(.noValidator)
        }
    }

    /// Whether there must be resume data.
    public var isPossible: Bool { if case .possible = self { true } else { false } }
}

extension Resumability.Obstacle {
    /// Why there can be no resume data (M01), as a clause.
    public var sentence: String {
        switch self {
        case .method: "its request is no GET"
        case .status: "its answer is no 200 or 206"
        case .nothingHeld: "no byte of it is in a file, as only a download has"
        case .coded: "its body is coded"
        case .noRanges: "the server says that it serves no ranges"
        case .noValidator: "its answer has no strong validator"
        }
    }
}
