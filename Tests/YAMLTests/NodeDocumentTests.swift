import Testing
import YAML

/// A node written as a document reads as the same node again.
@Suite struct NodeDocumentTests {
    private static let place = FileLocation(file: "f.yaml", line: 1, column: 1)

    private static func text(_ text: String) -> Node { Node(.scalar(Node.Scalar(text)), location: place) }
    private static func list(_ items: [Node]) -> Node { Node(.list(items), location: place) }
    private static func map(_ entries: [(String, Node)]) -> Node {
        Node(.map(entries.map { Node.Entry(key: $0.0, location: place, value: $0.1) }), location: place)
    }

    private static func isSame(_ a: Node, _ b: Node) -> Bool {
        switch (a.content, b.content) {
        case (.scalar(let a), .scalar(let b)): a.text == b.text
        case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(isSame)
        case (.map(let a), .map(let b)):
            a.map(\.key) == b.map(\.key) && zip(a, b).allSatisfy { isSame($0.value, $1.value) }
        default: false
        }
    }

    private func checkRoundTrip(_ node: Node) {
        let written = node.document
        let document = Document(parsing: Array(written.utf8), file: "f.yaml")
        #expect(document.complaints == [], "\(written)")
        #expect(document.root.map { Self.isSame($0, node) } == true, "\(written)")
    }

    @Test(arguments: [
        "plain", "two words", "", " ", " in front", "behind ", "it's", "\"", "a: b", "a:b", "a, b", "[x]", "{ x }",
        "# no",
        "a #b", "- a", "-1B", "60%", "%", "@at", "*", "&a", "!a", "|", ">", "? x", "~", "null", "true", "no", "012",
        "$(x)",
        "marker:jpeg-scan-2+16B", "marker: x", "//other/b#1", "/track/*", "line\nbreak", "\r\n\t", "\u{0}", "\u{85}",
        "grün — 😀",
        "\u{2028}", "\\", "\\n", "--- a", "...", "=", "'", "''", "1386B..2KiB@5ms", "http://x/?a=b&c", "\u{feff}",
    ])
    func `a text comes back wherever it stands`(text: String) {
        let scalar = Self.text(text)
        checkRoundTrip(Self.map([("key", scalar)]))
        checkRoundTrip(
            Self.map([("list", Self.list([scalar, scalar])), ("map", Self.map([("a", scalar), ("b", scalar)]))]))
        checkRoundTrip(Self.list([Self.map([("deep", Self.list([Self.map([("er", scalar)])]))])]))
        if !text.isEmpty { checkRoundTrip(Self.map([(text, Self.text("x")), ("in", Self.map([(text, scalar)]))])) }
    }

    @Test func `what does not fit on a line is spread over lines, and the same`() {
        let long = Self.text(String(repeating: "word ", count: 30) + "end")
        let items = Self.list((1...3).map { Self.map([("n\($0)", long), ("m", Self.list([long, Self.text("x")]))]) })
        let node = Self.map([("a", items), ("b", Self.map([("c", items)])), ("d", Self.list([items, items]))])
        checkRoundTrip(node)
        #expect(node.document.split(separator: "\n").count > 20)
    }

    @Test func `what is short stands in braces, and empty things are there`() {
        let node = Self.map([
            ("a", Self.map([("b", Self.text("c")), ("d", Self.list([Self.text("e")]))])), ("f", Self.list([])),
            ("g", Self.map([])),
        ])
        #expect(node.document == "a:\n  b: c\n  d: [e]\nf: []\ng: {}\n")
        checkRoundTrip(node)
    }
}
