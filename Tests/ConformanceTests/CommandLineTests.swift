import Foundation
import TestSupport
import Testing

/// `conform` as people and scripts meet it.
@Suite(.timeLimit(.minutes(5))) struct CommandLineTests {
    /// A folder with one scenario, and one fixture that has no markers.
    private func root(_ yaml: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        for name in ["Scenarios", "Fixtures"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try Data("hello".utf8).write(to: folder.appending(path: "Fixtures/note.txt"))
        try Data(yaml.utf8).write(to: folder.appending(path: "Scenarios/test.yaml"))
        return folder
    }

    private func scenario(_ resource: String) -> String {
        """
        sluice: 1
        title: A file arrives
        why: To see
        resources:
          /x: \(resource)
        client:
          - get: /x

        """
    }

    @Test(arguments: ["run", "list"]) func `a marker that the fixture has not is said with its place`(
        command: String
    ) async throws {
        let folder = try root(
            scenario("{ body: { file: note.txt }, script: [{ at: marker:jpeg-scan-9, hold: forever }] }"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let end = await (try Program("conform", [command, "--root", folder.path])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains("test.yaml:5:44: ") && end.errors.contains("note.txt has no marker 'jpeg-scan-9'"))
    }

    @Test(arguments: ["run", "list"]) func `a fixture that is not there is said with its place`(
        command: String
    ) async throws {
        let folder = try root(scenario("{ body: { file: nota.txt } }"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let end = await (try Program("conform", [command, "--root", folder.path])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains("test.yaml:5:3: ") && end.errors.contains("nota.txt"))
    }

    @Test func `a file of one's own is run, beside the suite, and its failure names it`() async throws {
        let folder = try root(scenario(Self.sound))
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = folder.appending(path: "mine.yaml")
        try Data(scenario("{ body: hello, status: 404 }").utf8).write(to: own)
        let mine = await (try Program("conform", ["run", own.path])).end()
        #expect(mine.code == 0 && mine.output.contains(": 1 scenarios"), "\(mine)")
        try Data((scenario("{ body: hello }") + "must:\n  /x: { requests: 2 }\n").utf8).write(to: own)
        let failing = await (try Program("conform", ["run", own.path])).end()
        #expect(
            failing.code == 1 && failing.output.contains("conform run \(own.path) --client sessionkit"), "\(failing)")
        let both = await (try Program("conform", ["list", "--root", folder.path, own.path, "test"])).end()
        #expect(both.output.split(separator: "\n").map { $0.prefix(4) } == ["mine", "test"])
    }

    @Test func `a file of one's own that is not there, or wrong, is said with its name`() async throws {
        let folder = try root(scenario(Self.sound))
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = folder.appending(path: "mine.yaml")
        let missing = await (try Program("conform", ["run", own.path])).end()
        #expect(missing.code == 2 && missing.errors.contains("\(own.path) cannot be read"))
        try Data(scenario("{ boddy: hello }").utf8).write(to: own)
        let wrong = await (try Program("conform", ["run", own.path])).end()
        #expect(wrong.code == 2 && wrong.errors.contains("\(own.path):5:9: "), "\(wrong)")
        let served = await (try Program("fixture-server", ["--scenario", own.path])).end()
        #expect(served.code == 2 && served.errors.contains("\(own.path):5:9: "), "\(served)")
    }

    private static let sound = "{ body: hello }"

    /// Runs `conform run` on a folder with one sound scenario, a list of known failures beside it.
    private func run(
        _ arguments: [String], known: String = "known-failures: 1\nentries: []\n"
    ) async throws -> (output: String, errors: String, code: Int32) {
        let folder = try root(scenario(Self.sound))
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = folder.appending(path: "known.yaml").path
        try Data(known.utf8).write(to: URL(filePath: list))
        let arguments = arguments.map { $0.replacing("FOLDER", with: folder.path) }
        return await (try Program("conform", ["run", "--root", folder.path, "--known-failures", list] + arguments))
            .end()
    }

    @Test func `everything as expected is exit code 0`() async throws {
        let end = try await run([])
        #expect(end.code == 0, "\(end)")
        #expect(end.output.contains("sessionkit: scenarios 1 pass"))
        #expect(end.output.hasSuffix("s)\n") && end.output.contains("everything is as expected (exit code 0, "))
    }

    @Test func `a failure that nobody expected is exit code 1, and explained`() async throws {
        let end = try await run(["--client", "sessionkit+second-end"])
        #expect(end.code == 1, "\(end)")
        for words in [
            "✗ test: A file arrives", "get-1.end", "two-ends", "the user  To see",
            "conform run test --client sessionkit+second-end --seed 1 --root /", " --known-failures /",
        ] {
            #expect(end.output.contains(words), "\(words)")
        }
    }

    @Test func `a spliced file is explained by what it was joined from, and the story told without the sentinels`()
        async throws
    {
        let list = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yaml")
        try Data("known-failures: 1\nentries: []\n".utf8).write(to: list)
        defer { try? FileManager.default.removeItem(at: list) }
        let arguments = ["--client", "sessionkit+append-on-200", "--known-failures", list.path, "resume/changed/blind"]
        let end = await (try Program("conform", ["run"] + arguments)).end()
        #expect(end.code == 1, "\(end)")
        for words in [
            "actual    1572864 bytes: bytes 0 to 524287 of \"v1\", and behind them bytes 0 to 1048575 of \"v2\"\n",
            "x2: GET /song.mp3, Range: bytes=524288-", "x3: answers 200, Content-Length: 1048576, ETag: \"v2\"\n",
            "5 small transfers ran through (sentinels)\n",
        ] {
            #expect(end.output.contains(words), "\(words) in \(end.output)")
        }
        #expect(!end.output.contains("_sentinel"))
    }

    @Test func `a list of known failures that is out of date is exit code 6`() async throws {
        let entry = "{ checks: \"test:get-1.end\", code: two-ends, why: It was so. }"
        let end = try await run([], known: "known-failures: 1\nentries:\n  - \(entry)\n")
        #expect(end.code == 6, "\(end)")
        #expect(end.output.contains("known.yaml:3:5: nothing that test:get-1.end names fails in test"))
        let mutant = try await run(
            ["--client", "sessionkit+second-end"], known: "known-failures: 1\nentries:\n  - \(entry)\n")
        #expect(mutant.code == 0, "\(mutant)")
    }

    @Test func `a client that cannot be started is exit code 5`() async throws {
        let end = try await run(["--client", "/nonexistent/adapter --fast"])
        #expect(end.code == 5, "\(end)")
        #expect(end.output.contains("could not be started: it exited with code 127"))
    }

    @Test(arguments: [
        (["--client", "sessionkti"], "did you mean 'sessionkit'?"), (["tset"], "did you mean 'test'?"),
        (["--jobs", "0"], "jobs"), (["--pateince", "3s"], "did you mean '--patience'?"),
        (["--client", "a", "--client", "b"], "speaks of one client"), (["--report", "/dev/null/x"], "/dev/null/x"),
        (["--known-failures", "FOLDER/none.yaml"], "none.yaml:1:1: "),
    ])
    func `what is not understood is exit code 2, with what was meant`(arguments: [String], words: String) async throws {
        let end = try await run(arguments)
        #expect(end.code == 2 && end.output.isEmpty, "\(end)")
        #expect(end.errors.contains(words), "\(end.errors)")
    }

    @Test func `a report is four files in the folder that is named`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run(["--report", folder.path, "--seed", "9"]).code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["results.json", "junit.xml", "comparison.md", "events.jsonl"])
        let data = try Data(contentsOf: folder.appending(path: "results.json"))
        let results = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let header = try #require(results["run"] as? [String: Any])
        #expect(header["seed"] as? Int == 9 && header["scenarios"] as? Int == 1)
        let junit = try String(contentsOf: folder.appending(path: "junit.xml"), encoding: .utf8)
        #expect(junit.contains("<testsuite name=\"sessionkit\"") && junit.contains("failures=\"0\""))
    }

    @Test func `two clients are one table on the console and in the report`() async throws {
        let folder = try root(scenario(Self.sound))
        defer { try? FileManager.default.removeItem(at: folder) }
        let lists = folder.appending(path: "Fixtures/known-failures")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
        let entry = "{ checks: \"test:get-1.end\", code: two-ends, why: It is planted. }"
        try Data("known-failures: 1\nentries:\n  - \(entry)\n".utf8)
            .write(to: lists.appending(path: "sessionkit+second-end.yaml"))
        let report = folder.appending(path: "report").path
        let clients = ["sessionkit", "sessionkit+second-end"]
        let options = ["--root", folder.path, "--report", report] + clients.flatMap { ["--client", $0] }
        let end = await (try Program("conform", ["run"] + options)).end()
        #expect(end.code == 0, "\(end)")
        let lines = end.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        let head = try #require(lines.firstIndex { $0.hasPrefix("sessionkit 0.") && $0.contains("second-end 0.") })
        #expect(lines[head + 2] == "test pass known: two-ends" && lines[head + 4] == "scenarios 1 pass 1 known")
        #expect(lines.last?.hasPrefix("everything is as expected") == true)
        #expect(end.output.contains("\n  two-ends ×1 in 1 scenario: It is planted.\n"))
        let markdown = try String(contentsOfFile: report + "/comparison.md", encoding: .utf8)
        #expect(markdown.contains("\n| `test` | pass | known: two-ends |\n"))
    }

    @Test func `the list has ids and titles, as JSON what a client must be able to do too`() async throws {
        let folder = try root(
            scenario("{ body: hello, script: [{ at: 1B, hold: one }] }") + "  - await: one\n  - open: one\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let plain = await (try Program("conform", ["list", "--root", folder.path])).end()
        #expect(plain.code == 0 && plain.output == "test  A file arrives\n", "\(plain)")
        let json = await (try Program("conform", ["list", "--json", "--root", folder.path])).end()
        let rows = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(rows.count == 1 && rows[0]["id"] as? String == "test" && rows[0]["needs"] as? [String] == ["stream"])
    }

    @Test func `an adapter that is not bundled is said with what was meant`() async throws {
        let end = await (try Program("conform", ["adapter", "urlsesion"])).end()
        #expect(end.code == 2 && end.errors.contains("did you mean 'urlsession'?"))
    }
}
