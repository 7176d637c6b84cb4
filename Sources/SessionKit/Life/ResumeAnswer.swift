package import HTTPMessages

/// What a server's answer to a resumed download means for the bytes that are held (oracle table 2).
package enum ResumeAnswer: Hashable, Sendable {
    /// The rest, or some of it, comes: go on at the end of what is held. The length of the whole, if anyone knows it.
    case goOn(part: Range<Int64>, completeLength: Int64?)
    /// The whole comes: cut the file to nothing and take it.
    case takeWhole
    /// What is held is the whole.
    case alreadyComplete
    /// What comes cannot be used: ask once more, for everything.
    case startOver
    /// The answer is about something else: give it to the application and leave the partial file alone.
    case answerInstead
    /// The answer contradicts itself; asking again would not help.
    case contradiction(String)

    /// Judges the answer to a request for the bytes from `offset` on, sent with If-Range.
    package init(to head: HTTPResponseHead, offset: Int64, completeLength stored: Int64?, validator: Validator) {
        switch head.status {
        case 206: self = Self.part(head, offset, stored, validator)
        case 200: self = Self.whole(head, stored)
        case 416: self = Self.unsatisfied(head, offset, stored)
        default: self = .answerInstead
        }
    }

    private static func part(
        _ head: HTTPResponseHead, _ offset: Int64, _ stored: Int64?, _ validator: Validator
    ) -> ResumeAnswer {
        let values = head.fields.values("Content-Range")
        guard values.count == 1, let value = values.first, let content = ContentRange(parsing: value),
            let range = content.range, range.lowerBound == offset
        else { return .startOver }
        if let stored, let length = content.completeLength, length != stored { return .startOver }
        if let stored, range.upperBound > stored { return .startOver }
        if validator.isRefuted(by: head) { return .startOver }
        // Coded bytes cannot continue plain ones.
        guard ExpectedLength.isPlain(head) else { return .startOver }
        return .goOn(part: range, completeLength: content.completeLength ?? stored)
    }

    /// Content-Range has no meaning on a 200, so only a length that is the whole's can vouch for it.
    private static func whole(_ head: HTTPResponseHead, _ stored: Int64?) -> ResumeAnswer {
        guard let value = head.fields.first("Content-Range") else { return .takeWhole }
        if let stored, ExpectedLength.of(head) == stored { return .takeWhole }
        return .contradiction(
            "the answer says 200, the whole, and Content-Range: \(value), a part; RFC 9110 gives that no meaning")
    }

    private static func unsatisfied(_ head: HTTPResponseHead, _ offset: Int64, _ stored: Int64?) -> ResumeAnswer {
        guard let value = head.fields.first("Content-Range"), let content = ContentRange(parsing: value),
            content.range == nil, content.completeLength == offset, stored ?? offset == offset
        else { return .startOver }
        return .alreadyComplete
    }
}
