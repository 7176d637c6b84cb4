import Foundation
import TestSupport
import Testing

/// `fixture-server run`: a command that has a server for as long as it runs.
@Suite(.timeLimit(.minutes(5))) struct RunCommandTests {
    private func run(_ arguments: String...) async throws -> (output: String, errors: String, code: Int32) {
        await (try Program("fixture-server", ["run", "--quiet"] + arguments)).end()
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func `the command finds the server, and its exit code is the program's`() async throws {
        let end = try await run(
            "--scenario", "slow-chunks", "--speed", "20x", "--", "sh", "-c",
            "curl -s $FIXTURE_SERVER_URL/photo.jpg | wc -c; exit 7")
        #expect(end.output.trimmingCharacters(in: .whitespacesAndNewlines) == "182620")
        #expect(end.errors == "" && end.code == 7)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func `a file of one's own is there as the options say`() async throws {
        let photo = Program.folder.appending(path: "sluice_FixtureFiles.resources/images/aurora.jpg").path
        let end = try await run(
            "--serve", photo, "--cut", "10%:fin", "--", "sh", "-c", "curl -s $FIXTURE_SERVER_URL/aurora.jpg | wc -c")
        #expect(end.output.trimmingCharacters(in: .whitespacesAndNewlines) == "18262" && end.code == 0)
    }

    @Test func `every scenario and origin has its own variable`() async throws {
        let folder = try ShowcaseFolder([
            "Scenarios/one.yaml": "resources: { /x: { body: a } }",
            "Scenarios/deep/two-b.yaml":
                "origins: { main: {}, cdn-1: {} }\nresources: { /x: { body: a }, //cdn-1/y: { body: b } }",
        ])
        defer { folder.remove() }
        let root = folder.root.path
        let several = try await run("--root", root, "-s", "one", "-s", "deep/two-b", "--", "env")
        let variables = Self.variables(several.output)
        #expect(
            Set(variables.keys) == [
                "FIXTURE_SERVER_URL", "FIXTURE_SERVER_URL_ONE", "FIXTURE_SERVER_URL_DEEP_TWO_B",
                "FIXTURE_SERVER_URL_DEEP_TWO_B_CDN_1",
            ])
        #expect(variables["FIXTURE_SERVER_URL"] == variables["FIXTURE_SERVER_URL_ONE"])
        #expect(Set(variables.values).count == 3 && variables.values.allSatisfy { $0.hasPrefix("http://127.0.0.1:") })
        let single = try await run("--root", root, "-s", "deep/two-b", "--", "env")
        #expect(Set(Self.variables(single.output).keys) == ["FIXTURE_SERVER_URL", "FIXTURE_SERVER_URL_CDN_1"])
        let clash = try await run("--root", root, "-s", "one", "-s", "one", "--", "env")
        #expect(clash.code == 2 && clash.errors.hasPrefix("fixture-server: two addresses would be called "))
    }

    private static func variables(_ output: String) -> [String: String] {
        let pairs = output.split(separator: "\n").filter { $0.hasPrefix("FIXTURE_SERVER_") }.map { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `signals are passed on, and the command's answer counts`(signal: Int32) async throws {
        for (trap, code) in [("trap 'exit 9' \(signal)", 9), (":", 128 + signal)] {
            let script = "\(trap); echo ready; sleep 1000 & wait"
            let program = try Program("fixture-server", ["run", "-q", "--", "sh", "-c", script])
            #expect(await program.line() == "ready")
            program.signal(signal)
            // The end is that of the output, which the sleep has too: nothing is left that could write.
            #expect(await program.end().code == code, "\(trap)")
        }
    }

    @Test func `what a command leaves behind ends with it`() async throws {
        // A process that ignores what asks it to end, and holds the output open.
        let end = try await run("--", "sh", "-c", "(trap '' TERM HUP INT; sleep 1000) & echo $!; exit 3")
        #expect(end.code == 3 && Int(end.output.trimmingCharacters(in: .newlines)) != nil)
    }

    @Test func `what the program is told goes to the command`() async throws {
        let program = try Program("fixture-server", ["run", "-q", "--", "cat"])
        try program.type("through")
        #expect(await program.line() == "through")
        program.signal(SIGTERM)
        #expect(await program.end().code == 128 + SIGTERM)
    }

    @Test(arguments: [
        (["--", "no-such-command"], 127, "fixture-server: there is no command 'no-such-command'\n"),
        (
            ["--", "/no/such/command"], 127,
            "fixture-server: /no/such/command cannot be started: No such file or directory\n"
        ),
        (["--", "/etc/passwd"], 126, "fixture-server: /etc/passwd cannot be started: Permission denied\n"),
        (
            ["-s", "slow-chnks", "--", "true"], 2,
            "fixture-server: unknown scenario 'slow-chnks'; did you mean 'slow-chunks'?\n"
        ),
        (["--serve", "/no/file", "--", "true"], 2, "fixture-server: There is no file /no/file\n"),
        ([], 2, "fixture-server run: operand missing: COMMAND\n"),
        (["--cut", "5%:fin", "--", "true"], 2, "fixture-server run: '--cut' is about files; name one by --serve\n"),
        (
            ["-s", "slow-chunks", "--serve", "/etc/passwd", "--", "true"], 2,
            "fixture-server run: '--serve' and '--scenario' exclude each other\n"
        ),
    ])
    func `what cannot be run is said in a line`(arguments: [String], code: Int32, line: String) async throws {
        let end = await (try Program("fixture-server", ["run", "-q"] + arguments)).end()
        #expect(end.code == code && end.errors.hasPrefix(line) && end.output.isEmpty, "\(end.errors)")
    }
}
