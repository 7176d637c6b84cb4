/// Finds the word somebody probably meant.
enum Spelling {
    /// The candidate with the fewest edits, or nil when even that one is too far to be a slip.
    ///
    /// Allowed are a third of the word's letters, at least one and at most five. Of equals the first wins.
    static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(word)
        let limit = min(5, max(1, letters.count / 3))
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(letters, Array(candidate), atMost: best.map { $0.distance - 1 } ?? limit)
            if let distance { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), or nil above the limit.
    private static func distance(_ a: [Character], _ b: [Character], atMost limit: Int) -> Int? {
        guard limit >= 0, abs(a.count - b.count) <= limit else { return nil }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            if row.allSatisfy({ $0 > limit }) { return nil }
            (beforeLast, last) = (last, row)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}
