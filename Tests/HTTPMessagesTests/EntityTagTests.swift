import HTTPMessages
import Testing

@Suite struct EntityTagTests {
    @Test(
        arguments: [
            ("\"a\"", EntityTag("a")), ("W/\"a\"", EntityTag("a", isWeak: true)), ("\"\"", EntityTag("")),
            ("\"a,b/c\\\"", EntityTag("a,b/c\\")), ("\"é\"", EntityTag("é")),
            ("w/\"a\"", nil), ("W/a", nil), ("a", nil), ("\"a", nil), ("\"", nil), ("", nil), ("\"a b\"", nil),
            ("\"a\"b\"", nil), ("*", nil), ("W/", nil), ("\"a\u{7F}\"", nil),
        ] as [(String, EntityTag?)])
    func `a tag is read or refused`(text: String, expected: EntityTag?) {
        #expect(EntityTag(parsing: text) == expected)
        if let expected { #expect(expected.description == text) }
    }

    /// The table of RFC 9110 §8.8.3.2.
    @Test(arguments: [
        ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false), ("W/\"1\"", "\"1\"", false, true),
        ("\"1\"", "\"1\"", true, true),
    ])
    func `comparison is strong or weak`(a: String, b: String, strong: Bool, weak: Bool) throws {
        let (a, b) = (try #require(EntityTag(parsing: a)), try #require(EntityTag(parsing: b)))
        #expect(a.stronglyEquals(b) == strong)
        #expect(b.stronglyEquals(a) == strong)
        #expect(a.weaklyEquals(b) == weak)
    }
}
