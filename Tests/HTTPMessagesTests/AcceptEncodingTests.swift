import HTTPMessages
import Testing

/// What a server with one coding sends for each Accept-Encoding (RFC 9110 §12.5.3).
@Suite struct AcceptEncodingTests {
    @Test(
        arguments: [
            (nil, .identity), ("", .identity), ("gzip", .coding), ("GZip", .coding), ("x-gzip", .coding),
            ("deflate", .identity), ("deflate, gzip", .coding), ("gzip;q=0", .identity), ("gzip;q=0.000", .identity),
            ("gzip;q=0.001", .coding), ("gzip; q=0.5", .coding), ("gzip;Q=1.000", .coding), ("*", .coding),
            ("*;q=0", .neither), ("gzip;q=0, *", .identity), ("deflate, *;q=0", .neither),
            ("gzip, *;q=0", .coding), ("identity", .identity), ("identity;q=0", .neither),
            ("gzip, identity;q=0", .coding), ("gzip;q=0, identity;q=0", .neither),
            ("*;q=0, identity", .identity), ("identity;q=0.5, *;q=0", .identity),
            ("gzip;q=0.5, identity", .identity), ("gzip;q=0.5, identity;q=0.5", .coding),
            ("identity;q=0.2, *;q=0.5", .coding), ("gzip;q=2", .identity), ("gzip;q=0.1234", .identity),
            ("gzip;q=", .identity), ("gzip;level=9", .identity), ("gzip;q=1.001", .identity), ("g zip", .identity),
        ] as [(String?, AcceptEncoding.Preference)])
    func `a coding is sent where it is welcome, and none where it is not`(
        value: String?, expected: AcceptEncoding.Preference
    ) {
        let fields: HTTPFields = value.map { ["Accept-Encoding": $0] } ?? [:]
        #expect(AcceptEncoding(fields).preference(for: "gzip") == expected)
    }

    @Test func `several fields are one list`() {
        let fields: HTTPFields = ["Accept-Encoding": "deflate", "Accept-Encoding": "gzip;q=0.3"]
        #expect(AcceptEncoding(fields).preference(for: "gzip") == .coding)
        #expect(AcceptEncoding(fields).preference(for: "br") == .identity)
    }
}
