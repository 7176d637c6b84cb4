public import AdapterProtocol
public import HTTPMessages

/// What the answer to a resuming request means for the bytes that are held (oracle table 2).
///
/// A pure function of what was held and what the server really answered.
public struct ResumeOracle: Hashable, Sendable {
    /// How many bytes are held, counted from 0 of the representation.
    public var held: Int64
    /// The complete length that the first answer told; nil where it told none.
    public var total: Int64?
    /// The validator of the first answer; nil where it had none that is strong.
    public var validator: Validator?

    /// Makes the case of a partial file.
    public init(held: Int64, total: Int64?, validator: Validator?) {
        self.held = held
        self.total = total
        self.validator = validator
    }

    /// What the request must carry; nil where there is nothing to hold on to.
    public var fields: HTTPFields? {
        guard held > 0, let validator else { return nil }
        return ["Range": "bytes=\(held)-", "If-Range": validator.field, "Accept-Encoding": "identity"]
    }

    /// The right reactions to an answer, the best first.
    ///
    /// - Parameters:
    ///   - head: the answer's head; nil when none came.
    ///   - contentLength: how many bytes of content follow, as the answer's framing says; nil where it does not.
    ///   - sentIfRange: whether the request said which version it holds.
    /// - Returns: at least one reaction.
    public func reactions(to head: HTTPResponseHead?, contentLength: Int64?, sentIfRange: Bool) -> [Reaction] {
        guard let head else { return [.fail([.connectionLost, .refused])] }
        switch head.status {
        case 206: return reactions(toPart: head.fields, contentLength)
        case 200: return reactions(toWhole: head.fields, contentLength)
        case 416: return reactions(toRefusal: head.fields, sentIfRange)
        case 301, 302, 303, 307, 308: return head.fields.contains("Location") ? [.follow] : [.deliver]
        default: return [.deliver]
        }
    }

    private func reactions(toPart fields: HTTPFields, _ contentLength: Int64?) -> [Reaction] {
        let isMultipart = fields["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") ?? false
        // Another unit, or none at all, cannot be placed.
        guard !isMultipart, let content = fields["Content-Range"].flatMap(ContentRange.init(parsing:)),
            let range = content.range
        else { return [.askAgain] }
        if let total, let told = content.completeLength, told != total { return [.askAgain] }
        if let validator, validator.isContradicted(by: fields) { return [.askAgain] }
        if range.lowerBound < held, range.upperBound >= held {
            return [.askAgain, .goOn(at: range.lowerBound)]
        }
        guard range.lowerBound == held else { return [.askAgain] }
        if let contentLength, contentLength < range.upperBound - range.lowerBound {
            return [.fail([.incompleteBody])]
        }
        if let end = content.completeLength ?? total, range.upperBound < end {
            return [.askForRest(from: range.upperBound), .fail([.incompleteBody, .connectionLost, .rangeMismatch])]
        }
        return [.goOn(at: held)]
    }

    private func reactions(toWhole fields: HTTPFields, _ contentLength: Int64?) -> [Reaction] {
        // Content-Range means nothing on a 200: the content claims to be whole, and its length says that it is not.
        let isSameVersion = validator.map { !$0.isContradicted(by: fields) } ?? false
        if fields.contains("Content-Range"), isSameVersion, let total, let contentLength, contentLength != total {
            return [.fail([.rangeMismatch, .incompleteBody, .badFraming]), .askAgain]
        }
        return [.startOver]
    }

    private func reactions(toRefusal fields: HTTPFields, _ sentIfRange: Bool) -> [Reaction] {
        let told = fields["Content-Range"].flatMap(ContentRange.init(parsing:))
        guard let told, told.range == nil, told.completeLength == held, sentIfRange else { return [.askAgain] }
        // Without a total of the first answer the file is whole all the same, but a fresh start is no mistake.
        return total == held ? [.finish] : total == nil ? [.finish, .askAgain] : [.askAgain]
    }

    /// What a client does with an answer.
    public enum Reaction: Hashable, Sendable {
        /// Writes the content at this offset; it is what `resumed_at` says.
        case goOn(at: Int64)
        /// Takes the answer as the whole file, from offset 0.
        case startOver
        /// Asks once more, without Range, and starts from 0.
        case askAgain
        /// Takes the content and asks for what is behind it.
        case askForRest(from: Int64)
        /// Reports success: all is there already.
        case finish
        /// Reports the answer as the result; the partial file stays usable.
        case deliver
        /// Follows the redirect, Range and If-Range kept.
        case follow
        /// Fails with one of these kinds; the partial file stays usable.
        case fail(Set<ErrorKind>)
    }
}
