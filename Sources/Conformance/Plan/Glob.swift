/// A pattern with `*` for a run of characters within one component, and `**` for any run.
public struct Glob: Sendable, Hashable, CustomStringConvertible {
    private enum Piece: Hashable {
        case literal(Character)
        case component
        case anything
    }

    /// The pattern as written.
    public let description: String
    private let pieces: [Piece]
    private let separator: Character

    /// Reads a pattern.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - separator: What ends a component: `/` in scenario ids, `.` in check ids.
    public init(_ text: String, separator: Character) {
        description = text
        self.separator = separator
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let character = rest.first {
            if rest.hasPrefix("**") {
                pieces.append(.anything)
                rest = rest.dropFirst(2)
            } else {
                pieces.append(character == "*" ? .component : .literal(character))
                rest = rest.dropFirst()
            }
        }
        self.pieces = pieces
    }

    /// Whether it has a wildcard at all.
    public var isWild: Bool {
        pieces.contains { if case .literal = $0 { false } else { true } }
    }

    /// Whether all of a text is matched.
    public func matches(_ text: some StringProtocol) -> Bool {
        matches(Array(text)[...], pieces[...])
    }

    private func matches(_ text: ArraySlice<Character>, _ pieces: ArraySlice<Piece>) -> Bool {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .literal(let character):
            return text.first == character && matches(text.dropFirst(), rest)
        case .component, .anything:
            var tail = text
            while true {
                if matches(tail, rest) { return true }
                guard let next = tail.first, piece == .anything || next != separator else { return false }
                tail = tail.dropFirst()
            }
        }
    }
}
