import Testing
import YAML

/// A node as one line: `{key: [text, "quoted"]}`.
private func outline(_ node: Node?) -> String {
    switch node?.content {
    case .scalar(let scalar): scalar.isBare ? scalar.text : "\"\(scalar.text)\""
    case .list(let items): "[" + items.map(outline).joined(separator: ", ") + "]"
    case .map(let entries): "{" + entries.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", ") + "}"
    case nil: "nothing"
    }
}

private func complaints(_ text: String) -> [String] {
    Document(parsing: Array(text.utf8), file: "f").complaints.map(\.description)
}

@Suite struct DocumentTests {
    @Test(arguments: [
        ("a: 1\n", "{a: 1}"),
        ("a: no\nb: 012\nc: 1e3\nd: ~\n", "{a: no, b: 012, c: 1e3, d: ~}"),
        ("- { at: 25%, hold: quarter } # a comment\n#\n- 'it''s'\n", "[{at: 25%, hold: quarter}, \"it's\"]"),
        ("a: \"x\\r\\n\\0\"\n", "{a: \"x\r\n\0\"}"),
        ("a: |\n  one # no comment\n  two #neither\nb: ''\n", "{a: \"one # no comment\ntwo #neither\n\", b: \"\"}"),
        ("a: b#c\nd: http://x/#y\n", "{a: b#c, d: http://x/#y}"),
        ("é: ü\n", "{é: ü}"),
        ("a: 1\r\nb: 2\r\n", "{a: 1, b: 2}"),
        ("---\na: 1\n", "{a: 1}"),
        ("/x: $(y)\n\"*\": -4KiB\n", "{/x: $(y), *: -4KiB}"),
    ])
    func `what is well written is read as text`(text: String, expected: String) {
        let document = Document(parsing: Array(text.utf8), file: "f")
        #expect(document.complaints.map(\.description) == [])
        #expect(outline(document.root) == expected)
    }

    @Test func `every node knows its place in characters`() throws {
        let document = Document(parsing: Array("é: [x, { ü: y }]\n".utf8), file: "f")
        let list = try #require(document.root?["é"]?.items)
        #expect(document.root?.location.description == "f:1:1")
        #expect(list.map(\.location.description) == ["f:1:5", "f:1:8"])
        #expect(list[1].entries?[0].location.description == "f:1:10")
        #expect(list[1]["ü"]?.location.description == "f:1:13")
    }

    @Test(arguments: [
        ("", ["f:1:1: error: the file says nothing (expected a map)"]),
        ("# only a comment\n", ["f:2:1: error: the file says nothing (expected a map)"]),
        ("a: 1", ["f:1:5: error: the last line has no newline at its end"]),
        (
            "\u{feff}a: 1\n",
            ["f:1:1: error: the file begins with a byte order mark (expected UTF-8 without one)"]
        ),
        (
            "a: &x 1\nb: *x\nc: !t 1\n",
            [
                "f:1:4: error: an anchor (&) is not allowed here (quote a text that begins with &)",
                "f:2:4: error: an alias (*) is not allowed here (quote a text that begins with *)",
                "f:3:4: error: a tag (!) is not allowed here (quote a text that begins with !)",
            ]
        ),
        ("%YAML 1.1\n---\na: 1\n", ["f:1:1: error: a directive is not allowed here"]),
        ("a: 1\n---\nb: 1\n", ["f:2:1: error: a second document begins (expected one document in a file)"]),
        ("<<: { a: 1 }\n", ["f:1:1: error: a merge key (<<) is not allowed here"]),
        ("a: 1\nb: 2\na: 3\n", ["f:3:1: error: the key 'a' is repeated (first on line 1)"]),
        ("? [a]\n: 1\n", ["f:1:3: error: a key is a list (expected a word)"]),
        (
            "s: [{ at:25% }]\n",
            ["f:1:7: error: 'at:25%' has no value (a space is missing behind the colon: 'at: 25%')"]
        ),
        (
            "s: { text: a, b }\n",
            ["f:1:15: error: 'b' has no value (write '' for an empty text; a text with a comma needs quotes)"]
        ),
        (
            "a:\nb: 1\n",
            ["f:1:1: error: 'a' has no value (write '' for an empty text; a text with a comma needs quotes)"]
        ),
        ("a:\n  -\n  - 1\n", ["f:2:4: error: an item of the list is empty (write '' for an empty text)"]),
        (
            "Location: #top\n",
            [
                "f:1:1: error: 'Location' has no value (what follows is read as a comment: quote it)",
                "f:1:11: error: '#top' is read as a comment (quote the value, or write a space behind the #)",
            ]
        ),
        (
            "why: Bug #7\n",
            ["f:1:10: error: '#7' is read as a comment (quote the value, or write a space behind the #)"]
        ),
        (
            "a: \"x\"#y\n",
            ["f:1:7: error: '#y' is read as a comment (a comment needs a space in front)"]
        ),
        (
            "a: x\\r\\n\n",
            ["f:1:4: error: a backslash in a bare text is no escape (quote it with \", or with ' to keep it)"]
        ),
        (
            "a: x\n  y\nb: 1\n",
            ["f:1:4: error: a bare text goes on in the next line (quote it, or use a block (|))"]
        ),
        (
            "a: @x\n",
            [
                "f:1:4: error: found character that cannot start any token (quote a text that begins with % @ or `)"
            ]
        ),
        (
            "a: ['1', '2'\nb: 3\n",
            ["f:2:1: error: did not find expected ',' or ']' (while parsing a flow sequence, line 1)"]
        ),
        ("a:\n\t- b\n", ["f:2:1: error: found character that cannot start any token (no tabs: indent with spaces)"]),
    ])
    func `what surprises is refused`(text: String, expected: [String]) {
        #expect(complaints(text) == expected)
    }

    @Test func `bytes that are no UTF-8 are named with their place`() {
        let document = Document(parsing: Array("a: 1\nb: é".utf8) + [0xc3, 0x28, 0x0a], file: "f")
        #expect(
            document.complaints.map(\.description) == [
                "f:2:5: error: a byte that is not UTF-8 (expected UTF-8 without byte order mark)"
            ])
        #expect(document.root == nil)
    }

    @Test func `a control character is a syntax error with its place`() {
        let found = Document(parsing: Array("a: 1\nb: x\u{1}y\n".utf8), file: "f").complaints
        #expect(found.map(\.description) == ["f:2:5: error: control characters are not allowed"])
    }

    @Test(arguments: [(32, true), (33, false)])
    func `nesting ends at 32 levels`(levels: Int, isAllowed: Bool) {
        let text = String(repeating: "[", count: levels) + "x" + String(repeating: "]", count: levels) + "\n"
        let found = complaints(text)
        #expect(found == (isAllowed ? [] : ["f:1:33: error: the nesting is too deep (expected at most 32 levels)"]))
    }

    @Test func `a file beyond a mebibyte is not read`() {
        let document = Document(parsing: [UInt8](repeating: 0x0a, count: (1 << 20) + 1), file: "f")
        #expect(document.complaints.map(\.message) == ["the file has 1048577 bytes"])
    }

    @Test func `all rules are judged in one reading`() {
        #expect(complaints("a: &x 1\na: #y\nb: x\\n\nc: [\n  {\n").count == 5)
    }

    @Test func `hostile bytes are complained about and never crash`() {
        var noise = SystemlessNoise(state: 7)
        let seeds = ["a: [1, { b: 'c' }]\n", "- |\n  x\n- \"\\x41\"\n", "? a\n: &b *c\n", "{ a: b, # c\n d: e }\n"]
        for round in 0..<4000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0...Int(noise.next() % 6) {
                let place = Int(noise.next() % UInt64(bytes.count))
                switch noise.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: noise.next())
                case 1: bytes.insert("[]{}:,#&*!|>'\"%@`\n\t- ".utf8.randomElement(using: &noise) ?? 0, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            let document = Document(parsing: bytes, file: "f")
            #expect(document.root != nil || !document.complaints.isEmpty)
        }
    }
}

/// A generator that gives the same numbers in every run.
private struct SystemlessNoise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33 | state << 31
    }
}
