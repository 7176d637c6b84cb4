import Spelling
import Testing

@Suite struct SpellingTests {
    static let known = ["hold", "pause", "pace", "send", "inform", "cut", "idle-timeout", "until-close"]

    @Test(arguments: [
        ("hodl", "hold"), ("puase", "pause"), ("idle_timeout", "idle-timeout"), ("HOLD", "hold"), ("cutt", "cut"),
        ("untill-closed", "until-close"), ("informs", "inform"),
    ])
    func `a slip is recognised`(word: String, meant: String) {
        #expect(Spelling.nearest(to: word, among: Self.known) == meant)
    }

    @Test(arguments: ["", "x", "zzzz", "framing", String(repeating: "hold", count: 10_000)])
    func `what is near nothing gets no suggestion`(word: String) {
        #expect(Spelling.nearest(to: word, among: Self.known) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("gate", "gates", 1), ("abc", "cab", 2),
    ])
    func `distance counts insertions, deletions, replacements and swaps`(a: String, b: String, expected: Int) {
        #expect(Spelling.distance(a, b) == expected)
        #expect(Spelling.distance(b, a) == expected)
    }

    @Test func `of equally near words the first is taken`() {
        #expect(Spelling.nearest(to: "gat", among: ["gate", "goat", "get"]) == "gate")
    }
}
