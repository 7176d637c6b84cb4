/// A pattern for scenario ids: `*` is any part of one component, `**` any number of components.
///
/// `framing/cut/**` are all scenarios of a file, `*/cut/*/rst` all resets of such files, `**` is everything.
public struct ScenarioPattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it was written.
    public let description: String
    private let components: [[Character]]

    /// Makes a pattern; every text is one.
    public init(_ text: String) {
        description = text
        components = text.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    }

    /// Whether it is one id and no pattern.
    public var isPlain: Bool { !description.contains("*") }

    /// Whether an id is meant.
    public func matches(_ id: String) -> Bool {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
        return ScenarioPattern.matches(
            components, parts, isAny: { $0 == ["*", "*"] }, isOne: { Self.matches($0, $1) })
    }

    private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
        matches(pattern, text, isAny: { $0 == "*" }, isOne: ==)
    }

    /// Wildcard matching that only ever goes back to the last wildcard, so that no pattern is slow.
    private static func matches<Element>(
        _ pattern: [Element], _ text: [Element], isAny: (Element) -> Bool, isOne: (Element, Element) -> Bool
    ) -> Bool {
        var place = 0
        var position = 0
        var wildcard: (place: Int, position: Int)?
        while position < text.count {
            if place < pattern.count, isAny(pattern[place]) {
                wildcard = (place, position)
                place += 1
            } else if place < pattern.count, isOne(pattern[place], text[position]) {
                place += 1
                position += 1
            } else if let last = wildcard {
                place = last.place + 1
                position = last.position + 1
                wildcard = (last.place, position)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy(isAny)
    }
}
