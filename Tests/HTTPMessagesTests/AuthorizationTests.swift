import HTTPMessages
import Testing

/// The Authorization field (RFC 9110 §11.4).
@Suite struct AuthorizationTests {
    @Test(
        arguments: [
            ("Basic eDp5", "Basic", "eDp5"), ("basic  eDp5 ", "basic", "eDp5"), ("Basic", nil, nil),
            ("", nil, nil), (" x", nil, nil), ("Ba:sic x", nil, nil), ("Basic ", nil, nil),
        ] as [(String, String?, String?)])
    func `a scheme has something behind it`(value: String, scheme: String?, rest: String?) {
        let authorization = Authorization(["Authorization": value])
        #expect(authorization?.scheme == scheme)
        #expect(authorization?.rest == rest)
    }

    @Test func `two fields are none`() {
        #expect(Authorization(["Authorization": "Basic eDp5", "Authorization": "Basic eDp5"]) == nil)
        #expect(Authorization([:]) == nil)
    }

    @Test(
        arguments: [
            ("a=1, B=\"x, \\\"y\\\"\"", ["a": "1", "b": "x, \"y\""]), ("a = 1", ["a": "1"]), ("a=1, a=2", nil),
            ("a", nil), ("a=\"x", nil), ("a=x y", nil), ("=x", nil), ("a=\"\"", ["a": ""]),
        ] as [(String, [String: String]?)])
    func `parameters are tokens or quoted strings`(rest: String, expected: [String: String]?) {
        #expect(Authorization(["Authorization": "Digest " + rest])?.parameters == expected)
    }
}
