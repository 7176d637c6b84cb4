/// What somebody probably meant who wrote a word that is not known.
public enum Spelling {
    /// The known word nearest to a misspelt one, or nil when none is near enough to be helpful.
    ///
    /// Case, and the difference between `_` and `-`, do not count. One slip in three letters is borne, three at most;
    /// of words equally near the first is taken.
    public static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let letters = folded(word)
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let other = folded(candidate)
            let limit = min(3, max(1, max(letters.count, other.count) / 3), (best?.distance).map { $0 - 1 } ?? 3)
            guard limit >= 0, abs(other.count - letters.count) <= limit, other.count <= longest else { continue }
            let distance = distance(letters, other)
            if distance <= limit, distance < max(letters.count, other.count) { best = (candidate, distance) }
        }
        return best?.word
    }

    /// How many letters must be inserted, dropped, replaced or swapped with their neighbour to make one of the other.
    public static func distance(_ a: String, _ b: String) -> Int {
        distance(Array(a), Array(b))
    }

    /// Longer words are not compared: a hostile file must not cost time.
    private static let longest = 200

    private static func folded(_ word: String) -> [Character] {
        word.lowercased().map { $0 == "_" ? "-" : $0 }
    }

    /// The optimal string alignment distance, three rows at a time.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(b.count + 1)
            for (column, other) in b.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == b[column - 1], a[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[b.count]
    }
}
