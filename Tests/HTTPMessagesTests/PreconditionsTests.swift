import HTTPMessages
import Testing

@Suite struct PreconditionsTests {
    static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let after = "Sun, 06 Nov 1994 08:49:38 GMT"
    static let current = Preconditions.Current(
        entityTag: EntityTag("v1"), lastModified: HTTPDate(parsing: modified),
        date: HTTPDate(secondsSince1970: 1_700_000_000))

    static let go = Preconditions.Outcome.proceed(rangeApplies: false)
    static let ranged = Preconditions.Outcome.proceed(rangeApplies: true)

    static let rows: [(HTTPMethod, HTTPFields, Preconditions.Outcome)] = [
        (.get, [:], go),
        (.get, ["If-Match": "\"v1\""], go),
        (.get, ["If-Match": "\"v0\", \"v1\""], go),
        (.get, ["If-Match": "\"v0\"", "if-match": "\"v1\""], go),
        (.get, ["If-Match": "W/\"v1\""], .failed),
        (.get, ["If-Match": "\"v2\""], .failed),
        (.get, ["If-Match": "*"], go),
        (.put, ["If-Match": "\"v2\""], .failed),
        (.get, ["If-Match": "v1"], .failed),
        (.get, ["If-Unmodified-Since": modified], go),
        (.get, ["If-Unmodified-Since": before], .failed),
        (.get, ["If-Unmodified-Since": "yesterday"], go),
        (.get, ["If-Match": "\"v1\"", "If-Unmodified-Since": before], go),
        (.get, ["If-None-Match": "\"v1\""], .notModified),
        (.head, ["If-None-Match": "W/\"v1\""], .notModified),
        (.get, ["If-None-Match": "\"a\", W/\"v1\""], .notModified),
        (.get, ["If-None-Match": "*"], .notModified),
        (.put, ["If-None-Match": "*"], .failed),
        (.get, ["If-None-Match": "\"v2\""], go),
        (.get, ["If-Modified-Since": modified], .notModified),
        (.get, ["If-Modified-Since": after], .notModified),
        (.get, ["If-Modified-Since": before], go),
        (.post, ["If-Modified-Since": modified], go),
        (.get, ["If-Modified-Since": modified, "if-modified-since": modified], go),
        (.get, ["If-None-Match": "\"v2\"", "If-Modified-Since": modified], go),
        (.get, ["If-Match": "\"v2\"", "If-None-Match": "\"v1\""], .failed),
        (.get, ["If-Match": "\"v1\"", "If-None-Match": "\"v1\""], .notModified),
        (.get, ["Range": "bytes=0-"], ranged),
        (.head, ["Range": "bytes=0-"], go),
        (.post, ["Range": "bytes=0-"], go),
        (.get, ["If-Range": "\"v1\""], go),
        (.get, ["Range": "bytes=0-", "If-Range": "\"v1\""], ranged),
        (.get, ["Range": "bytes=0-", "If-Range": "W/\"v1\""], go),
        (.get, ["Range": "bytes=0-", "If-Range": "\"v2\""], go),
        (.get, ["Range": "bytes=0-", "If-Range": modified], ranged),
        (.get, ["Range": "bytes=0-", "If-Range": after], go),
        (.get, ["Range": "bytes=0-", "If-Range": before], go),
        (.get, ["Range": "bytes=0-", "If-Range": "Sunday, 06-Nov-94 08:49:37 GMT"], ranged),
        (.get, ["Range": "bytes=0-", "If-Range": "v1"], go),
        (.get, ["Range": "bytes=0-", "If-Range": "\"v1\", \"v2\""], go),
        (.get, ["Range": "bytes=0-", "If-None-Match": "\"v1\""], .notModified),
        (.get, ["Range": "bytes=0-", "If-Match": "\"v2\""], .failed),
    ]

    @Test(arguments: rows)
    func `conditions are evaluated in the RFC's order`(
        method: HTTPMethod, fields: HTTPFields, expected: Preconditions.Outcome
    ) {
        #expect(Preconditions.evaluate(method: method, fields: fields, current: Self.current) == expected)
    }

    @Test func `a date as young as the answer does not carry a range`() {
        let fields: HTTPFields = ["Range": "bytes=0-", "If-Range": Self.modified]
        var young = Self.current
        young.date = HTTPDate(secondsSince1970: 784_111_777)
        #expect(Preconditions.evaluate(method: .get, fields: fields, current: young) == Self.go)
        young.date = young.date.advanced(bySeconds: 1)
        #expect(Preconditions.evaluate(method: .get, fields: fields, current: young) == Self.ranged)
    }

    @Test func `a weak tag of our own never carries a range`() {
        var weak = Self.current
        weak.entityTag = EntityTag("v1", isWeak: true)
        let fields: HTTPFields = ["Range": "bytes=0-", "If-Range": "W/\"v1\""]
        #expect(Preconditions.evaluate(method: .get, fields: fields, current: weak) == Self.go)
    }

    @Test func `without validators only the star can match`() {
        let bare = Preconditions.Current(entityTag: nil, lastModified: nil, date: Self.current.date)
        func outcome(_ fields: HTTPFields) -> Preconditions.Outcome {
            Preconditions.evaluate(method: .get, fields: fields, current: bare)
        }
        #expect(outcome(["If-Match": "\"v1\""]) == .failed)
        #expect(outcome(["If-Match": "*"]) == Self.go)
        #expect(outcome(["If-None-Match": "\"v1\""]) == Self.go)
        #expect(outcome(["If-Modified-Since": Self.after]) == Self.go)
        #expect(outcome(["If-Unmodified-Since": Self.before]) == Self.go)
        #expect(outcome(["Range": "bytes=0-", "If-Range": Self.modified]) == Self.go)
    }

    @Test func `where nothing is, the star does not match`() {
        #expect(Preconditions.evaluate(method: .put, fields: ["If-Match": "*"], current: nil) == .failed)
        #expect(Preconditions.evaluate(method: .put, fields: ["If-None-Match": "*"], current: nil) == Self.go)
    }
}
