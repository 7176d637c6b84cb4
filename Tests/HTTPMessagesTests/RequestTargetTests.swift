import HTTPMessages
import Testing

@Suite struct RequestTargetTests {
    @Test(
        arguments: [
            ("/", .origin, nil, "/", nil), ("/a%2Fb?x=1&y?z", .origin, nil, "/a%2Fb", "x=1&y?z"),
            ("/?", .origin, nil, "/", ""),
            ("*", .asterisk, nil, "*", nil), ("example.com:443", .authority, "example.com:443", "", nil),
            ("http://a:80/p?q", .absolute, "a:80", "/p", "q"), ("HTTPS://a", .absolute, "a", "/", nil),
            ("http://a?q", .absolute, "a", "/", "q"), ("//a/b", .origin, nil, "//a/b", nil),
        ] as [(String, RequestTarget.Form, String?, String, String?)])
    func `a target has one of four forms`(
        text: String, form: RequestTarget.Form, authority: String?, path: String, query: String?
    ) {
        let target = RequestTarget(text)
        #expect(target.form == form)
        #expect(target.authority == authority)
        #expect(target.path == path)
        #expect(target.query == query)
    }

    @Test func `a query has pairs in order`() {
        let items = RequestTarget("/a?cut=60%25:rst&&x=a=b&flag").queryItems
        #expect(items.map(\.name) == ["cut", "x", "flag"])
        #expect(items.map(\.value) == ["60%:rst", "a=b", ""])
    }

    @Test func `a head shows its path and query`() {
        let head = HTTPRequestHead(method: .get, target: "http://a/b?c")
        #expect(head.path == "/b")
        #expect(head.query == "c")
    }

    @Test func `a response without a reason gets the standard one`() {
        #expect(HTTPResponseHead(status: 416).reason == "Range Not Satisfiable")
        #expect(HTTPResponseHead(status: 299).reason == "")
        #expect(HTTPResponseHead(status: 200, reason: "Fine").reason == "Fine")
    }

    @Test(arguments: [(100, false), (199, false), (200, true), (204, false), (206, true), (304, false), (404, true)])
    func `some statuses never have a body`(status: Int, allows: Bool) {
        #expect(HTTPStatus.allowsBody(status) == allows)
    }
}
