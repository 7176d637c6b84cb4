import HTTPMessages
import Testing

@Suite struct ASCIITests {
    @Test func `tokens are exactly the octets of RFC 9110`() {
        let text = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let expected = Set(text.utf8)
        #expect(Set((0...255).filter { ASCII.isToken(UInt8($0)) }.map { UInt8($0) }) == expected)
    }

    @Test func `trimming takes spaces and tabs only, octet by octet`() {
        #expect(ASCII.trimmed(" \ta b\t ") == "a b")
        #expect(ASCII.trimmed(" \t ") == "")
        // A combining accent makes one Character of it and the space: still the space goes.
        #expect(Array(ASCII.trimmed(" \u{301}x").utf8) == Array("\u{301}x".utf8))
        #expect(ASCII.trimmed("\u{A0}x") == "\u{A0}x")
    }

    @Test(
        arguments: [
            ("\"a\"", "a"), ("\"\"", ""), (#""a\"b\\c""#, #"a"b\c"#), ("\"a\"b\"", nil), ("\"a", nil), ("a", nil),
            (#""a\""#, nil), ("\"", nil),
        ] as [(String, String?)])
    func `quoted strings are undone or refused`(text: String, expected: String?) {
        #expect(FieldList.unquoted(text) == expected)
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("%C3%A9", "é"), ("a%2", "a%2"), ("a%zz", "a%zz"), ("%ff", "%ff"), ("+", "+"),
    ])
    func `percent-encoding is undone when it is UTF-8`(text: String, expected: String) {
        #expect(PercentEncoding.decoded(text) == expected)
    }

    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("9223372036854775807", .max), ("9223372036854775808", nil), ("", nil), ("-1", nil),
            ("1 ", nil), ("99999999999999999999999", nil),
        ] as [(String, Int64?)])
    func `exact numbers end at 2^63`(text: String, expected: Int64?) {
        #expect(Digits.exact(text) == expected)
    }

    @Test func `saturating numbers stay at the top whatever follows`() {
        #expect(Digits.saturating("9223372036854775808") == .max)
        #expect(Digits.saturating("92233720368547758080000001") == .max)
        #expect(Digits.saturating("12a") == nil)
    }

    @Test func `octets that are not UTF-8 are read as ISO-8859-1`() {
        #expect(FieldText.decoded([0x63, 0xC3, 0xA9]) == "cé")
        #expect(FieldText.decoded([0x63, 0xE9]) == "cé")
    }
}
