import Fixtures
import Foundation
import Testing

/// Files that somebody named one by one are all there is.
@Suite struct NamedFilesTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("a", to: "one/a.txt")
        try scratch.write("other a", to: "two/a.txt")
        try scratch.write("b", to: "two/b.txt")
        try scratch.write("secret", to: "one/secret")
    }

    private func root(_ paths: String...) throws -> FixtureRoot {
        try FixtureRoot(files: paths.map { scratch.url.appending(path: $0) })
    }

    @Test func `they have their names, and nothing beside them has any`() throws {
        try scratch.link("two/link.txt", to: "../one/secret")
        let root = try root("one/a.txt", "two/b.txt", "two/link.txt")
        #expect(try root.contents(of: "a.txt") == Data("a".utf8))
        #expect(try root.contents(of: "b.txt") == Data("b".utf8))
        #expect(try root.contents(of: "link.txt") == Data("secret".utf8))
        for path in ["secret", "one/a.txt", "../one/a.txt", "/etc/passwd", "a.txt/", ""] {
            #expect(throws: FixtureError.self) { try root.file(at: path) }
        }
    }

    @Test func `their sizes are known without reading them, and a manifest among them is a file`() throws {
        try scratch.write("no manifest", to: "manifest.json")
        let library = FixtureLibrary(root: try root("manifest.json", "one/a.txt"))
        #expect(try library.size(of: "manifest.json") == 11 && library.size(of: "a.txt") == 1)
        #expect(try library.manifest().fixtures.isEmpty)
    }

    @Test(arguments: [
        (["one/a.txt", "two/a.txt"], "Two files would be /a.txt"), (["one"], "one is no file"),
        (["one/nothing"], "There is no file "),
    ])
    func `what cannot be served is said at once`(paths: [String], words: String) {
        let error = #expect(throws: FixtureError.self) {
            try FixtureRoot(files: paths.map { scratch.url.appending(path: $0) })
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
