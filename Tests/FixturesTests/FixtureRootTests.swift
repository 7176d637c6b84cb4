import FixtureFiles
import Fixtures
import Foundation
import Testing

@Suite struct FixtureRootTests {
    private let scratch: Scratch
    private let root: FixtureRoot

    init() throws {
        scratch = try Scratch()
        try scratch.write("secret", to: "outside.txt")
        try scratch.write("inside", to: "root/images/a.txt")
        try scratch.write("evil twin", to: "root-twin/b.txt")
        root = try FixtureRoot(directory: scratch.url.appending(path: "root"))
    }

    @Test func `a file below the root is found`() throws {
        #expect(try root.file(at: "images/a.txt").lastPathComponent == "a.txt")
        #expect(try root.contents(of: "images/a.txt") == Data("inside".utf8))
    }

    @Test(arguments: [
        "", "/etc/passwd", "../outside.txt", "images/../../outside.txt", "images/..", "..", ".", "./images/a.txt",
        "images//a.txt", "images/a.txt/", "//etc/passwd", "images/a.txt\0.jpg", "\0", "..\\outside.txt",
        "images/./a.txt",
    ])
    func `a path that could lead elsewhere is refused`(path: String) {
        let error = #expect(throws: FixtureError.self) { try root.file(at: path) }
        #expect(error?.code == .refused)
        #expect(error?.message.unicodeScalars.contains("\0") == false)
    }

    @Test(arguments: ["%2e%2e/outside.txt", "...", "images", "images/b.txt", "images/a.txt/b", "~/x"])
    func `a path without a file is not found, and nothing in it is decoded`(path: String) {
        let error = #expect(throws: FixtureError.self) { try root.file(at: path) }
        #expect(error?.code == .notFound)
    }

    @Test(arguments: ["../outside.txt", "../root-twin/b.txt", "/etc/passwd", "../root/../outside.txt"])
    func `a link that leads outside is refused`(target: String) throws {
        try scratch.link("root/link.txt", to: target)
        let error = #expect(throws: FixtureError.self) { try root.file(at: "link.txt") }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("leads outside") == true)
    }

    @Test func `a folder that is a link outside is refused with everything in it`() throws {
        try scratch.link("root/twin", to: "../root-twin")
        let error = #expect(throws: FixtureError.self) { try root.file(at: "twin/b.txt") }
        #expect(error?.code == .refused)
    }

    @Test func `a link that stays inside is followed`() throws {
        try scratch.link("root/again.txt", to: "images/a.txt")
        #expect(try root.contents(of: "again.txt") == Data("inside".utf8))
    }

    @Test func `a root that is itself a link is resolved once and serves`() throws {
        try scratch.link("here", to: "root")
        let linked = try FixtureRoot(directory: scratch.url.appending(path: "here"))
        #expect(linked == root)
        #expect(try linked.contents(of: "images/a.txt") == Data("inside".utf8))
    }

    @Test(arguments: ["nowhere", "outside.txt"])
    func `a root that is no folder is one clear error`(path: String) {
        let error = #expect(throws: FixtureError.self) { try FixtureRoot(directory: scratch.url.appending(path: path)) }
        #expect(error?.code == .noRoot)
        #expect(error?.message.contains("/\(path) is not a folder") == true)
    }

    @Test func `fixtures beside the executable come before installed ones, and those before the package's`() throws {
        let program = try scratch.write("", to: "bin/program")
        let packaged = try FixtureRoot.located(besides: program)
        let resources = try #require(FixtureFiles.directory)
        #expect(packaged == (try FixtureRoot(directory: resources)))

        try scratch.write("{}", to: "share/sluice/Fixtures/manifest.json")
        let installed = try FixtureRoot.located(besides: program)
        #expect(installed.directory.path.hasSuffix("/share/sluice/Fixtures"))

        try scratch.write("{}", to: "bin/Fixtures/manifest.json")
        let beside = try FixtureRoot.located(besides: program)
        #expect(beside.directory.path.hasSuffix("/bin/Fixtures"))
    }

    @Test func `an executable called through a link finds what lies beside the real one`() throws {
        try scratch.write("", to: "opt/bin/program")
        try scratch.write("{}", to: "opt/share/sluice/Fixtures/manifest.json")
        try scratch.link("program", to: "opt/bin/program")
        let found = try FixtureRoot.located(besides: scratch.url.appending(path: "program"))
        #expect(found.directory.path.hasSuffix("/opt/share/sluice/Fixtures"))
    }
}
