import Fixtures
import Foundation
import Scenarios
import Testing

@Suite struct ScenarioCatalogTests {
    let shipped: ScenarioCatalog

    init() throws {
        shipped = try ScenarioCatalog.located(besides: nil)
    }

    @Test func `the shipped scenarios are found among the package's resources and nothing is wrong with them`() throws {
        let fixtures = try FixtureLibrary(root: FixtureRoot.located(besides: nil))
        let scenarios = try shipped.load(matching: [], fixtures: fixtures)
        #expect(scenarios.contains { $0.id == "slow-chunks" })
        #expect(scenarios.map(\.id) == (try shipped.ids()))
        #expect(Set(scenarios.map(\.id)).count == scenarios.count)
    }

    @Test func `one scenario is loaded by its id, from a file that has one or many`() throws {
        #expect(try shipped.load("slow-chunks").resources.map(\.path.path) == ["/photo.jpg"])
        let cut = try shipped.load("framing/cut/until-close/rst")
        #expect(cut.resources[0].answer.framing == .untilClose)
        #expect(cut.file == "framing/cut.yaml")
    }

    @Test(arguments: [
        ("slow-chunk", "unknown scenario 'slow-chunk'; did you mean 'slow-chunks'?"),
        (
            "framing/cut/chunked/fn",
            "unknown scenario 'framing/cut/chunked/fn'; did you mean 'framing/cut/chunked/fin'?"
        ),
        ("framing/cut/until-close/fin", "unknown scenario 'framing/cut/until-close/fin'"),
        (
            "framing/cut",
            "'framing/cut' is 5 scenarios; name one, such as 'framing/cut/length/fin', or 'framing/cut/**' for all"
        ),
        ("../Package", "unknown scenario '../Package'"),
        ("", "unknown scenario ''"),
        ("zzzzzzzz", "unknown scenario 'zzzzzzzz'"),
    ])
    func `an unknown id is said to be one`(id: String, expected: String) {
        let error = #expect(throws: ScenarioError.self) { try shipped.load(id) }
        #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
        #expect(error?.code == .unknown)
    }

    @Test(arguments: [
        (["framing/cut/*/rst"], 3), (["framing/cut/**"], 5), (["slow-chunks", "slow-chunks"], 2),
        (["slow-*", "framing/cut/length/*"], 3),
    ])
    func `patterns choose`(patterns: [String], count: Int) throws {
        #expect(try shipped.load(matching: patterns).count == count)
    }

    @Test(arguments: ["nothing/*", "framing/cut/*", "slow-chunks/**/x"])
    func `a pattern that matches nothing is an error`(pattern: String) {
        let error = #expect(throws: ScenarioError.self) { try shipped.load(matching: [pattern, "slow-*"]) }
        #expect(error?.message == "no scenario matches '\(pattern)'")
    }

    @Test func `a folder that is not there is named`() {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioCatalog(directory: URL(filePath: "/nonexistent/scenarios"))
        }
        #expect(error?.message == "/nonexistent/scenarios is not a folder; scenarios are looked up below it")
    }

    @Test func `the complaints of all files come in one error, and a sound file can still be loaded alone`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = "sluice: 1\ntitle: t\nwhy: w\nresources:\n  /x: { body: x }\nclient:\n  - get: /x\n"
        for (name, text) in [
            ("a", sound.replacing("body", with: "bodi")), ("b", sound), ("c", sound.replacing("get", with: "gett")),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: name + ".yaml"))
        }
        let catalog = try ScenarioCatalog(directory: folder)
        let error = #expect(throws: ScenarioError.self) { try catalog.load(matching: []) }
        #expect(error?.code == .faulty)
        #expect(error?.complaints.count == 2)
        #expect(try catalog.load("b").id == "b")
        #expect(throws: ScenarioError.self) { try catalog.load("a") }
    }
}

@Suite struct ScenarioPatternTests {
    @Test(arguments: [
        ("**", "a/b/c", true), ("*", "a", true), ("*", "a/b", false), ("a/**", "a/b/c", true), ("a/**", "a", true),
        ("**/c", "a/b/c", true), ("**/c", "c", true), ("a/*/c", "a/b/c", true), ("a/*/c", "a/b/d/c", false),
        ("slow-*", "slow-chunks", true), ("*-*-*", "by-gate", false), ("", "a", false), ("a", "ab", false),
        ("**/x/**/x", "x/x", true), ("a*b", "a/b", false),
    ])
    func `one star stays within a component, two do not`(pattern: String, id: String, isMatch: Bool) {
        #expect(ScenarioPattern(pattern).matches(id) == isMatch)
    }

    @Test func `a hostile pattern is not slow`() {
        let pattern = ScenarioPattern(String(repeating: "**/a*a*a*", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "aaaaaaaa/", count: 200)))
    }
}
