import Foundation
import HTTPMessages
import TestSupport
import Testing

@Suite struct HTTPFieldsTests {
    let fields: HTTPFields = [
        "Host": "a", "accept": "text/html", "Set-Cookie": "a=1, b", "ACCEPT": "image/*;q=\"0,5\", */*",
        "set-cookie": "c",
    ]

    @Test func `order, spelling and duplicates are kept`() {
        #expect(fields.map(\.name) == ["Host", "accept", "Set-Cookie", "ACCEPT", "set-cookie"])
    }

    @Test(.tags(.F10)) func `lookup ignores case`() {
        #expect(fields.first("HOST") == "a")
        #expect(fields.first("Accept") == "text/html")
        #expect(fields.contains("hOsT"))
        #expect(!fields.contains("Hos"))
        #expect(!fields.contains("Hosts"))
    }

    @Test func `case is ignored for ASCII letters only`() {
        // U+212A KELVIN SIGN lowercases to k in Unicode; "@" and "`" differ from letters by the same bit.
        #expect(!HTTPField("\u{212A}ey", "").isNamed("key"))
        #expect(!HTTPField("@", "").isNamed("`"))
        #expect(HTTPField("aZ-9", "").isNamed("Az-9"))
    }

    @Test func `combined access joins with a comma and a space`() {
        #expect(fields["accept"] == "text/html, image/*;q=\"0,5\", */*")
        #expect(fields["absent"] == nil)
    }

    @Test func `values stay apart`() {
        #expect(fields.values("Set-Cookie") == ["a=1, b", "c"])
    }

    @Test func `lists split at commas outside quotes and drop empty elements`() {
        #expect(fields.list("Accept") == ["text/html", "image/*;q=\"0,5\"", "*/*"])
        #expect(HTTPFields([HTTPField("a", ",, x ,\t,\"a\\\",b\" , ")]).list("A") == ["x", "\"a\\\",b\""])
    }

    @Test func `a token is found in a list whatever its case`() {
        let fields: HTTPFields = ["Connection": "Upgrade, CLOSE"]
        #expect(fields.lists("close", under: "connection"))
        #expect(!fields.lists("clos", under: "connection"))
    }

    @Test func `set keeps the place of the first and removes the rest`() {
        var changed = fields
        changed.set("Accept", "*")
        #expect(changed.map(\.description) == ["Host: a", "accept: *", "Set-Cookie: a=1, b", "set-cookie: c"])
        changed.set("Range", "bytes=0-")
        #expect(changed.last == HTTPField("Range", "bytes=0-"))
    }

    @Test func `remove takes all of a name`() {
        var changed = fields
        changed.remove("SET-COOKIE")
        #expect(changed.map(\.name) == ["Host", "accept", "ACCEPT"])
    }

    @Test func `fields are coded as pairs`() throws {
        let coded = try JSONEncoder().encode(HTTPFields([HTTPField("A", "1"), HTTPField("A", "2")]))
        #expect(String(decoding: coded, as: UTF8.self) == #"[["A","1"],["A","2"]]"#)
        #expect(try JSONDecoder().decode(HTTPFields.self, from: coded).values("a") == ["1", "2"])
    }
}
