import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where redirects lead (contract R01 to R07).
@Suite(.timeLimit(.minutes(5))) struct RedirectTests {
    @Test(
        .tags(.R05),
        arguments: [
            ("b", "http://h.test/dir/b"), ("../x", "http://h.test/x"), ("/x", "http://h.test/x"),
            ("?q=1", "http://h.test/dir/a?q=1"), ("//other.test/p", "http://other.test/p"),
            ("https://other.test/x", "https://other.test/x"), ("b#frag", "http://h.test/dir/b#frag"),
            ("", "http://h.test/dir/a"),
            ("./../../..//y", "http://h.test//y"),
        ])
    func `Location is resolved by RFC 3986`(location: String, target: String) {
        #expect(next("http://h.test/dir/a", location: location)?.url?.absoluteString == target)
    }

    @Test(.tags(.R05)) func `the fragment of the request is inherited, not replaced`() {
        #expect(next("http://h.test/a#part", location: "/b")?.url?.absoluteString == "http://h.test/b#part")
        #expect(next("http://h.test/a#part", location: "/b#own")?.url?.absoluteString == "http://h.test/b#own")
    }

    @Test(
        .tags(.R03),
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"),
            (301, "HEAD", "HEAD"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (307, "POST", "POST"),
            (308, "PUT", "PUT"), (301, "GET", "GET"),
        ])
    func `methods change as browsers change them`(status: Int, method: String, becomes: String) {
        let next = next("http://h.test/a", location: "/b", status: status, method: method)
        #expect(next?.httpMethod == becomes)
        let keepsBody = becomes == method && method != "GET" && method != "HEAD"
        #expect((next?.httpBody != nil) == (keepsBody || method == "HEAD" || method == "GET"))
        if becomes != method { #expect(next?.value(forHTTPHeaderField: "Content-Type") == nil) }
    }

    @Test(
        .tags(.R06),
        arguments: [
            ("http://h.test/b", true), ("http://H.TEST:80/b", true), ("http://h.test:81/b", false),
            ("https://h.test/b", false), ("http://sub.h.test/b", false),
        ])
    func `credentials stay with the place they were given for`(location: String, stay: Bool) {
        let next = next("http://h.test/a", location: location)
        for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
            #expect((next?.value(forHTTPHeaderField: name) != nil) == stay)
        }
        #expect(next?.value(forHTTPHeaderField: "X-Mine") == "1")
    }

    @Test(.tags(.R02), arguments: [200, 300, 304, 305, 306, 404])
    func `other answers are not followed`(status: Int) {
        #expect(next("http://h.test/a", location: "/b", status: status) == nil)
    }

    @Test func `a redirect without Location is the response`() {
        var task = Transcript(.memory)
        task.start()
        #expect(task.on(.head(303)).first == "ask 1: 303 of -1?")
    }

    @Test(.tags(.R09, .R08))
    func `a followed redirect starts the next request at once, whatever is left of the old answer`()
        throws
    {
        var task = Transcript(.memory)
        task.start()
        #expect(
            task.on(.head(302, ["Location": "/b"])) == [
                "ask 1: 302 to GET http://example.test/b?", "stop receiving", "idle clock off",
            ])
        #expect(task.on(.bytes(9)) == [])
        let url = try #require(URL(string: "http://example.test/b"))
        #expect(
            task.on(.redirectDecided(question: 1, URLRequest(url: url))) == [
                "stop", "> request /b", "GET /b", "idle clock on",
            ])
        #expect(task.on(.head(200)).first == "ask 2: 200 of -1?")
    }

    @Test func `a redirect to another host gives the slot back`() throws {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(302, ["Location": "http://other.test/b"]))
        let url = try #require(URL(string: "http://other.test/b"))
        #expect(
            task.on(.redirectDecided(question: 1, URLRequest(url: url))) == [
                "stop", "> request /b", "give up the slot", "ask for a slot at other.test",
            ])
    }

    @Test(.tags(.D11, .R01)) func `a refused redirect is the response, with its content`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(302, ["Location": "/b", "Content-Length": "9"]), .bytes(9), .finished)
        #expect(task.on(.redirectDecided(question: 1, nil)) == ["ask 2: 302 of 9?"])
        #expect(
            task.on(.responseDecided(question: 2, .allow)).suffix(3) == ["give up the slot", "> complete", "dismantle"])
    }

    @Test(.tags(.R07)) func `more redirects than the limit are an error`() throws {
        var task = Transcript(.memory) { $0.maximumRedirects = 2 }
        task.start()
        let url = try #require(URL(string: "http://example.test/b"))
        for question in 1...2 {
            task.after(.head(302, ["Location": "/b"]), .redirectDecided(question: question, URLRequest(url: url)))
        }
        #expect(
            task.on(.head(302, ["Location": "/b"])) == [
                "stop", "give up the slot", "> too-many-redirects", "dismantle",
            ])
    }

    @Test func `a redirect to a scheme we do not speak fails`() throws {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(302, ["Location": "ftp://example.test/b"]))
        let url = try #require(URL(string: "ftp://example.test/b"))
        #expect(
            task.on(.redirectDecided(question: 1, URLRequest(url: url))).suffix(2) == [
                "> unsupported-scheme", "dismantle",
            ])
    }

    private func next(
        _ url: String, location: String, status: Int = 302, method: String = "GET"
    ) -> URLRequest? {
        guard let base = URL(string: url) else { return nil }
        var request = URLRequest(url: base)
        request.httpMethod = method
        request.httpBody = Data("body".utf8)
        for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-Mine", "Content-Type"] {
            request.setValue("1", forHTTPHeaderField: name)
        }
        return Redirect.next(
            after: request, from: base, by: HTTPResponseHead(status: status, fields: ["Location": location]))
    }
}
