import Scenarios
import Testing

@Suite struct ResourcePathTests {
    @Test(arguments: [
        ("/track/*", "/track/1", true), ("/track/*", "/track/", false), ("/track/*", "/track/1/2", false),
        ("/track/*", "/track", false), ("/*", "/x", true), ("/x", "/x", true), ("/x", "/x/", false),
        ("/x", "/y", false),
    ])
    func `a star is one segment`(path: String, requested: String, isMatch: Bool) {
        #expect(ResourcePath(path: path).matches(requested) == isMatch)
    }

    @Test func `another origin is part of the name`() {
        #expect(ResourcePath(path: "/x").description == "/x")
        #expect(ResourcePath(origin: "other", path: "/x").description == "//other/x")
    }
}
