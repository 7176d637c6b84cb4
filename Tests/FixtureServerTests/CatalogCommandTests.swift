import Foundation
import TestSupport
import Testing

/// `list`, `show` and `explain`: what there is, for people and for programs.
@Suite(.timeLimit(.minutes(5))) struct CatalogCommandTests {
    private struct Listed: Decodable {
        var id: String
        var title: String
        var tags: [String]
        var file: String
    }

    private func root() throws -> ShowcaseFolder {
        try ShowcaseFolder([
            "Scenarios/a/one.yaml": "tags: [slow, odd]\nmatrix: { n: [1, 2] }\nresources: { /x: { body: a$(n) } }",
            "Scenarios/b.yaml": "tags: [slow]\nresources: { /x: { body: b } }",
        ])
    }

    private func run(_ arguments: String...) async throws -> (output: String, errors: String, code: Int32) {
        await (try Program("fixture-server", arguments)).end()
    }

    @Test(arguments: [
        ([], ["a/one/1", "a/one/2", "b"]), (["a/**"], ["a/one/1", "a/one/2"]), (["b", "*/*/2"], ["a/one/2", "b"]),
        (["--tag", "odd"], ["a/one/1", "a/one/2"]), (["--tag", "odd", "--tag", "slow", "**/2"], ["a/one/2"]),
    ])
    func `a list is of those that are meant`(arguments: [String], ids: [String]) async throws {
        let folder = try root()
        defer { folder.remove() }
        let end = await (try Program("fixture-server", ["list", "--root", folder.root.path] + arguments)).end()
        let lines = end.output.split(separator: "\n")
        #expect(end.code == 0 && lines.map { $0.prefix { $0 != " " } } == ids.map { $0[...] })
        #expect(lines.allSatisfy { $0.contains("  A test #") })
    }

    @Test func `programs get objects, and errors get the code 2`() async throws {
        let folder = try root()
        defer { folder.remove() }
        let json = try await run("list", "--root", folder.root.path, "--json", "a/*/2")
        let listed = try JSONDecoder().decode([Listed].self, from: Data(json.output.utf8))
        #expect(listed.map(\.id) == ["a/one/2"] && listed[0].tags == ["odd", "slow"] && listed[0].file == "a/one.yaml")
        let untagged = try await run("list", "--root", folder.root.path, "--tag", "fast")
        #expect(untagged.code == 2 && untagged.errors.contains("there are: odd, slow"))
        for command in ["list", "show", "explain"] {
            let nothing = try await run(command, "--root", folder.root.path, "c/**")
            #expect(nothing.code == 2 && nothing.errors == "fixture-server: no scenario matches 'c/**'\n")
        }
        let group = try await run("show", "--root", folder.root.path, "a/one")
        #expect(group.code == 2 && group.errors.contains("'a/one' is 2 scenarios"))
    }

    @Test func `what is shown is the file for one combination, and can be served`() async throws {
        let folder = try root()
        defer { folder.remove() }
        let shown = try await run("show", "--root", folder.root.path, "a/one/2")
        let text = "sluice: 1\ntitle: A test\nwhy: To see\ntags: [slow, odd]\nresources:\n  /x: { body: a2 }\n"
        #expect(shown.code == 0 && shown.output == "# a/one/2\n" + text)
        let file = folder.root.appending(path: "shown.yaml")
        try Data(shown.output.utf8).write(to: file)
        let again = try await run("show", file.path)
        #expect(again.output == "# shown\n" + text)
        let both = try await run("show", "--root", folder.root.path, "a/**")
        #expect(both.output.components(separatedBy: "\n\n# a/one/2\n").count == 2)
    }

    @Test func `an explanation says what the server has`() async throws {
        let folder = try root()
        defer { folder.remove() }
        let end = try await run("explain", "--root", folder.root.path, "b")
        #expect(
            end.code == 0 && end.output.hasPrefix("b\nA test\nTo see\n\nThe server has:\n  /x: status 200; 1 byte; "))
    }

    @Test func `a pattern serves every scenario that it means`() async throws {
        let folder = try root()
        defer { folder.remove() }
        struct Ready: Decodable {
            struct Served: Decodable {
                var scenario: String
                var url: String
            }
            var scenarios: [Served]
        }
        let program = try Program("fixture-server", ["-q", "--root", folder.root.path, "-s", "a/**", "-s", "b"])
        let served = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8)).scenarios
        #expect(served.map(\.scenario) == ["a/one/1", "a/one/2", "b"])
        var bodies: [String] = []
        for one in served { bodies.append(try await WireClient(one.url).fetch("/x").text) }
        #expect(bodies == ["a1", "a2", "b"])
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
    }
}
