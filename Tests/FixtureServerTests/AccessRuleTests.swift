import HTTPMessages
import Scenarios
import Testing

@testable import FixtureServer

/// Credentials that somebody else computed: the examples of RFC 7616 §3.9.1, and of RFC 7617 §2.
@Suite struct AccessRuleTests {
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let rule = AccessRule(
        rule: .digest(Credentials(user: "Mufasa", password: "Circle of Life")), nonce: nonce,
        realm: "http-auth@example.org", opaque: "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS")

    /// The example, in which a text stands in the place of another.
    private func verdict(
        _ algorithm: String, _ response: String, replacing old: String = "", by new: String = "",
        rule: AccessRule = rule
    ) -> AccessRule.Verdict {
        let value = """
            Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=\(algorithm), \
            nonce="\(Self.nonce)", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, \
            response="\(response)", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
            """
        let fields: HTTPFields = ["Authorization": old.isEmpty ? value : value.replacing(old, with: new)]
        return rule.verdict(on: HTTPRequestHead(method: .get, target: "/dir/index.html", fields: fields))
    }

    private static let sha256 = "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
    private static let md5 = "8ca523f5e9506fed4657c9700eebdbec"

    @Test(arguments: [("SHA-256", sha256), ("MD5", md5), ("md5", md5)])
    func `the examples of RFC 7616 are let in`(algorithm: String, response: String) {
        #expect(verdict(algorithm, response) == .admitted)
    }

    @Test(arguments: [
        ("nc=00000001", "nc=00000002"), ("nc=00000001", "nc=1"), ("nc=00000001", "nc=0000000g"),
        ("qop=auth", "qop=auth-int"), ("/dir/index.html", "/dir/other.html"), ("f2/wE4", "f2/wE5"),
        ("7539", "7538"), ("Mufasa", "Simba"),
    ])
    func `what differs from the example in one place is not`(old: String, new: String) {
        #expect(verdict("SHA-256", Self.sha256, replacing: old, by: new) == .challenged(isStale: false))
    }

    @Test func `the example for another nonce is stale, and only where the password was right`() {
        let later = AccessRule(rule: Self.rule.rule, nonce: "later", realm: Self.rule.realm, opaque: Self.rule.opaque)
        #expect(verdict("SHA-256", Self.sha256, rule: later) == .challenged(isStale: true))
        #expect(verdict("MD5", Self.sha256, rule: later) == .challenged(isStale: false))
        #expect(later.challenges(isStale: true).allSatisfy { $0.hasSuffix(", stale=true") })
    }

    @Test func `the example of RFC 7617 is let in, and no other password`() {
        let fields: HTTPFields = ["Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]
        let request = HTTPRequestHead(method: .get, target: "/", fields: fields)
        for (password, verdict) in [
            ("open sesame", AccessRule.Verdict.admitted), ("open", .challenged(isStale: false)),
        ] {
            let rule = AccessRule(rule: .basic(Credentials(user: "Aladdin", password: password)), nonce: "")
            #expect(rule.verdict(on: request) == verdict)
        }
    }
}
