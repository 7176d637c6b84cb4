import Digests
import FixtureServer
import Foundation
import HTTPMessages
import TestSupport
import Testing

/// The program as people and scripts meet it.
@Suite(.timeLimit(.minutes(5))) struct CommandLineTests {
    struct Ready: Decodable {
        var url: String
        var urls: [String: String]
        var port: Int
        var pid: Int32
        var scenario: String
        var seed: UInt64
    }

    private func ready(_ program: Program) async throws -> Ready {
        try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8))
    }

    /// A folder with one scenario and no fixtures.
    private func root(_ yaml: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        for name in ["Scenarios", "Fixtures"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try Data(yaml.utf8).write(to: folder.appending(path: "Scenarios/test.yaml"))
        return folder
    }

    private static let held = """
        sluice: 1
        title: A body waits at a gate
        why: To see
        resources:
          /x: { body: hello, script: [{ at: 2B, hold: gate }] }
        client:
          - get: /x
          - await: gate
          - open: gate

        """

    @Test(arguments: [SIGTERM, SIGINT])
    func `one line of JSON says where, and a signal ends it in order`(signal: Int32) async throws {
        let id = "resume/after-reset/chunked"
        let program = try Program("fixture-server", ["--scenario", id, "--speed", "20x", "--seed", "7"])
        let ready = try await ready(program)
        #expect(ready.urls == ["main": ready.url] && ready.url == "http://127.0.0.1:\(ready.port)")
        #expect(ready.scenario == id && ready.seed == 7)
        let client = try await WireClient(ready.url)
        try await client.get("/song.mp3")
        let first = await client.response()
        #expect(first.head.status == 200 && first["Transfer-Encoding"] == "chunked")
        let second = try await WireClient(ready.url).fetch("/song.mp3", ["Range: bytes=\(first.body.count)-"])
        let song = try await WireClient(ready.url).fetch("/song.mp3")
        #expect(second.head.status == 206 && first.body + second.body == song.body)
        program.signal(signal)
        let end = await program.end()
        #expect(end.code == 0 && end.output.isEmpty)
        #expect(end.errors.contains("GET /song.mp3 200 chunked attempt 1 \(first.body.count) B in "))
        #expect(end.errors.contains("cut by rst at 60%\n"))
        #expect(end.errors.hasSuffix("\(id): 3 exchanges over 3 connections\n  2 complete\n  1 cut\n"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func `curl has slow chunks whole, and what a reset took after a resume`() async throws {
        for (id, path, codes) in [
            ("slow-chunks", "/photo.jpg", [0]), ("resume/after-reset/length", "/song.mp3", [56, 0]),
        ] {
            let program = try Program("fixture-server", ["-s", id, "--speed", "20x", "-q"])
            let ready = try await ready(program)
            let file = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            for code in codes {
                let arguments = ["-s", "-C", "-", "-o", file.path, ready.url + path]
                #expect(await (try Program("/usr/bin/curl", arguments)).end().code == Int32(code))
            }
            let name = path == "/photo.jpg" ? "images/aurora.jpg" : "audio/tune-cbr.mp3"
            let fixture = Program.folder.appending(path: "sluice_FixtureFiles.resources/\(name)")
            #expect(try SHA256.digest(ofFile: file.path) == SHA256.digest(ofFile: fixture.path))
            program.signal(SIGTERM)
            let end = await program.end()
            #expect(end.code == 0 && end.errors.isEmpty)
        }
    }

    @Test func `a scenario that is not there is one clear line`() async throws {
        let end = await (try Program("fixture-server", ["--scenario", "slow-chnks"])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors == "fixture-server: unknown scenario 'slow-chnks'; did you mean 'slow-chunks'?\n")
    }

    @Test func `a port in use is one clear line`() async throws {
        let first = try Program("fixture-server", ["-s", "slow-chunks", "-q"])
        let port = try await ready(first).port
        let end = await (try Program("fixture-server", ["-s", "slow-chunks", "--port", "\(port)"])).end()
        #expect(end.code == 1 && end.output.isEmpty)
        #expect(end.errors.hasPrefix("fixture-server: cannot listen on 127.0.0.1:\(port): "))
        #expect(end.errors.split(separator: "\n").count == 1)
        first.signal(SIGTERM)
        #expect(await first.end().code == 0)
    }

    @Test func `a missing fixture is one clear line before anything listens`() async throws {
        let folder = try root(
            "sluice: 1\ntitle: A file is missing\nwhy: To see\nresources:\n  /x: { body: { file: images/nowhere.jpg } }\n"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let end = await (try Program("fixture-server", ["--root", folder.path, "-s", "test", "--for", "5s"])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains("test.yaml:5:3: ") && end.errors.contains("images/nowhere.jpg"))
    }

    @Test(arguments: [["-s", "test"], ["list"]])
    func `a marker that the fixture has not is said with its place`(arguments: [String]) async throws {
        let folder = try root(
            """
            sluice: 1
            title: A marker is misspelt
            why: To see
            resources:
              /x: { body: { file: note.txt }, script: [{ at: marker:jpeg-scan-9, hold: forever }] }

            """)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("hello".utf8).write(to: folder.appending(path: "Fixtures/note.txt"))
        let end = await (try Program("fixture-server", arguments + ["--root", folder.path])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains("test.yaml:5:44: ") && end.errors.contains("jpeg-scan-9"))
    }

    @Test func `what is wrong with a scenario is said with its place`() async throws {
        let folder = try root("sluice: 1\ntitle: Wrong\nwhy: To see\nresources:\n  /x: { bdy: hello }\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Scenarios/test.yaml").path
        for arguments in [["--root", folder.path, "-s", "test"], ["check", file]] {
            let end = await (try Program("fixture-server", arguments)).end()
            #expect(end.code == 2)
            #expect(end.errors.contains("test.yaml:5:9: ") && end.errors.contains("body"))
        }
    }

    @Test(arguments: [
        (["--prt", "1"], "did you mean '--port'?"), (["--speed", "0"], "0"),
    ])
    func `a command line that is not understood says what to do`(arguments: [String], words: String) async throws {
        let end = await (try Program("fixture-server", arguments)).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors.contains(words) && end.errors.contains("--help"))
    }

    @Test func `all scenarios are listed with their titles, and the shipped ones are sound`() async throws {
        let end = await (try Program("fixture-server", ["list"])).end()
        #expect(end.code == 0)
        #expect(end.output.contains("slow-chunks") && end.output.contains("Slow chunks reach the application"))
    }

    @Test func `gates open as they are reached unless keys shall open them`() async throws {
        let folder = try root(Self.held)
        defer { try? FileManager.default.removeItem(at: folder) }
        let open = try Program("fixture-server", ["--root", folder.path, "-s", "test", "-q"])
        let plain = try await WireClient(try await ready(open).url).fetch("/x")
        #expect(plain.body == Array("hello".utf8))
        open.signal(SIGTERM)
        _ = await open.end()

        let holding = try Program("fixture-server", ["--root", folder.path, "-s", "test", "-q", "--hold"])
        let client = try await WireClient(try await ready(holding).url)
        try await client.get("/x")
        #expect(await holding.errorLine() == "held at 'gate': press Enter to open it")
        try holding.type("gat")
        #expect(await holding.errorLine() == "there is no gate 'gat'; did you mean 'gate'?")
        try holding.type("")
        #expect(await client.response().body == Array("hello".utf8))
        #expect(await holding.errorLine() == "opened 'gate'")
        try holding.type("")
        #expect(await holding.errorLine() == "nobody waits at a gate")
        holding.signal(SIGTERM)
        #expect(await holding.end().code == 0)
    }

    @Test func `without a scenario everything is to be had, and the one line says so`() async throws {
        let program = try Program("fixture-server", ["--quiet"])
        let line = await program.line()
        let url = try JSONDecoder().decode(Showcase.self, from: Data(line.utf8)).url
        #expect(!line.contains("\"scenario"))
        let client = try await WireClient(url)
        #expect(try await client.fetch("/images/pixel.png").head.status == 200)
        #expect(try await client.fetch("/s/progress/unknown/chunked/photo.jpg").head.status == 200)
        program.signal(SIGTERM)
        let end = await program.end()
        #expect(end.code == 0 && end.output.isEmpty && end.errors.isEmpty)
    }

    /// What the ready line says when no scenario is named.
    private struct Showcase: Decodable {
        var url: String
    }

    @Test func `it ends by itself when its time is over`() async throws {
        let program = try Program("fixture-server", ["-s", "slow-chunks", "--for", "50ms"])
        #expect(await program.line().hasPrefix("{"))
        #expect(await program.end().code == 0)
    }

    #if os(Linux)
    @Test func `the program does not link FoundationNetworking`() async throws {
        let program = Program.folder.appending(path: "fixture-server").path
        let libraries = await (try Program("/usr/bin/ldd", [program])).end().output
        #expect(libraries.contains("libevent_core") && !libraries.contains("FoundationNetworking"))
    }
    #endif
}
