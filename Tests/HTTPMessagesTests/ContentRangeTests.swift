import HTTPMessages
import Testing

@Suite struct ContentRangeTests {
    @Test(arguments: [
        ("bytes 0-4/10", ContentRange(0..<5, of: 10)),
        ("bytes 5-9/10", ContentRange(5..<10, of: 10)),
        ("bytes 0-4/*", ContentRange(0..<5, of: nil)),
        ("bytes */10", ContentRange(unsatisfiedOf: 10)),
        ("bytes */0", ContentRange(unsatisfiedOf: 0)),
    ])
    func `a content range is read and written`(value: String, expected: ContentRange) {
        #expect(ContentRange(parsing: value) == expected)
        #expect(expected.description == value)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-4", "bytes 5-4/10", "bytes 0-10/10", "bytes */*", "bytes -4/10", "bytes 0-/10",
        "bytes=0-4/10", "items 0-4/10", "bytes 0-4/10 ", "bytes  0-4/10", "bytes 0-4/-1",
        "bytes 0-9223372036854775807/*", "bytes 0-4/99999999999999999999",
        "bytes 99999999999999999999-99999999999999999999/*",
    ])
    func `what contradicts itself is refused`(value: String) {
        #expect(ContentRange(parsing: value) == nil)
    }

    @Test func `the unit's case does not matter`() {
        #expect(ContentRange(parsing: "Bytes 0-0/1") == ContentRange(0..<1, of: 1))
    }
}
