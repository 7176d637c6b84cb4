import Foundation
import HTTPMessages
import TestSupport
import Testing

/// Where the program listens, how it says so, and when it goes by itself.
@Suite(.timeLimit(.minutes(5))) struct WhereaboutsTests {
    private struct Ready: Decodable {
        var url: String
        var port: Int
        var pid: Int32
    }

    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")
    private static let hasIPv6 =
        (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?.contains(" lo\n") ?? false

    private func ready(_ program: Program) async throws -> Ready {
        try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8))
    }

    private func curl(_ arguments: String...) async throws -> String {
        await (try Program("/usr/bin/curl", ["-sg"] + arguments)).end().output
    }

    @Test func `a port file has the port in one piece, and is gone with the server`() async throws {
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        let file = folder.root.appending(path: "port")
        let program = try Program("fixture-server", ["-q", "--port-file", file.path])
        let ready = try await ready(program)
        #expect(try String(contentsOf: file, encoding: .utf8) == "\(ready.port)\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.root.path).sorted() == [
                "Fixtures", "Scenarios", "port",
            ])
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a port file that cannot be written ends the server, and a folder in its place stays`() async throws {
        let folder = try ShowcaseFolder(["port/kept": "kept"])
        defer { folder.remove() }
        let path = folder.root.appending(path: "port").path
        let end = await (try Program("fixture-server", ["-q", "--port-file", path])).end()
        #expect(end.code == 2 && end.output.isEmpty)
        #expect(end.errors == "fixture-server: the port file \(path) cannot be written: it is a folder\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["kept"])
    }

    @Test func `a descriptor is told the ready line, and closed`() async throws {
        let program = Program.folder.appending(path: "fixture-server").path
        // The reader of the pipe ends when the last writer has closed it, while the server goes on.
        let shell = try Program(
            "/bin/sh",
            ["-c", "('\(program)' -q --for 60s --ready-fd 7 7>&1 >/dev/null 2>/dev/null &) | cat"])
        let told = try JSONDecoder().decode(Ready.self, from: Data(await shell.end().output.utf8))
        let client = try await WireClient(told.url)
        #expect(try await client.fetch("/images/pixel.png").head.status == 200)
        kill(told.pid, SIGTERM)
    }

    @Test(.enabled(if: hasCurl)) func `a Unix socket has what the port has, and is removed at the end`() async throws {
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        let path = folder.root.appending(path: "s").path
        let program = try Program("fixture-server", ["-q", "--unix", path])
        let url = try await ready(program).url
        let pixel = try await curl("-o", "/dev/null", "-w", "%{http_code}", url + "/images/pixel.png")
        #expect(pixel == "200")
        let wanted = "http://localhost/images/aurora.jpg?cut=10%25:fin"
        #expect(
            try await curl("--unix-socket", path, "-o", "/dev/null", "-w", "%{http_code} %{size_download}", wanted)
                == "200 18262")
        // Somebody listens there, so another one is refused and takes nothing away.
        let second = await (try Program("fixture-server", ["-q", "--unix", path])).end()
        #expect(second.code == 1 && second.errors.contains("\(path): somebody else does; choose another path"))
        #expect(FileManager.default.fileExists(atPath: path))
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a socket that was left behind is replaced, and nothing else is`() async throws {
        let folder = try ShowcaseFolder(["file": "kept"])
        defer { folder.remove() }
        let path = folder.root.appending(path: "s").path
        let killed = try Program("fixture-server", ["-q", "--unix", path])
        _ = try await ready(killed)
        killed.signal(SIGKILL)
        _ = await killed.end()
        #expect(FileManager.default.fileExists(atPath: path))
        let next = try Program("fixture-server", ["-q", "--unix", path])
        _ = try await ready(next)
        next.signal(SIGTERM)
        #expect(await next.end().code == 0)
        let file = folder.root.appending(path: "file").path
        let refused = await (try Program("fixture-server", ["-q", "--unix", file])).end()
        #expect(refused.code == 1 && refused.errors.contains("there is something else"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    }

    @Test(.enabled(if: hasCurl && hasIPv6)) func `an IPv6 address stands in brackets`() async throws {
        let program = try Program("fixture-server", ["-q", "--host", "::1", "-s", "slow-chunks", "--speed", "1000x"])
        let ready = try await ready(program)
        #expect(ready.url == "http://[::1]:\(ready.port)")
        #expect(try await curl("-o", "/dev/null", "-w", "%{size_download}", ready.url + "/photo.jpg") == "182620")
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
    }

    @Test(.enabled(if: hasCurl)) func `who listens on all addresses is sent to loopback, and says so aloud`()
        async throws
    {
        let folder = try ShowcaseFolder(["Scenarios/here.yaml": "resources: { /x: { body: $(url)/y } }"])
        defer { folder.remove() }
        let program = try Program(
            "fixture-server", ["-q", "--host", "0.0.0.0", "--root", folder.root.path, "-s", "here"])
        let ready = try await ready(program)
        #expect(ready.url == "http://127.0.0.1:\(ready.port)")
        #expect(try await curl(ready.url + "/x") == ready.url + "/y")
        program.signal(SIGTERM)
        #expect(
            await program.end().errors
                == "fixture-server: listening on 0.0.0.0: everyone who can reach this machine can connect\n")
    }

    @Test func `a server whose starter has gone goes too`() async throws {
        let program = Program.folder.appending(path: "fixture-server").path
        // The shell ends at once; the server has its output, which ends with the server.
        let shell = try Program("/bin/sh", ["-c", "'\(program)' -q --exit-with-parent & read line"])
        #expect(await shell.line().hasPrefix("{"))
        try shell.type("")
        #expect(await shell.end().code == 0)
    }

    @Test(arguments: [
        ["--ready-fd", "99"], ["--ready-fd", "0"], ["--ready-fd", "x"], ["--host", "example.com"], ["--host", ""],
        ["--port", "70000"], ["--port", "http"], ["--for", "5"], ["--speed", "-1"], ["--seed", "-1"],
        ["--unix", String(repeating: "a", count: 120)],
    ])
    func `a value that makes no sense is a line about it`(arguments: [String]) async throws {
        let end = await (try Program("fixture-server", arguments)).end()
        #expect(end.code == 2 && end.output.isEmpty)
        let lines = end.errors.split(separator: "\n")
        #expect(lines.first?.contains("invalid value '\(arguments[1])' for '\(arguments[0])': expected ") == true)
        #expect(lines.count == 2 && lines.last == "Try 'fixture-server --help' for more information.")
    }

    @Test func `lines of several scenarios say which they are about`() async throws {
        let folder = try ShowcaseFolder([
            "Scenarios/a.yaml": "resources: { /x: { body: a } }", "Scenarios/b.yaml": "resources: { /x: { body: bb } }",
        ])
        defer { folder.remove() }
        let program = try Program("fixture-server", ["--root", folder.root.path, "-s", "a", "-s", "b"])
        struct Several: Decodable {
            struct Served: Decodable {
                var scenario: String
                var url: String
            }
            var scenarios: [Served]
        }
        let several = try JSONDecoder().decode(Several.self, from: Data(await program.line().utf8)).scenarios
        #expect(several.map(\.scenario) == ["a", "b"])
        for served in several { _ = try await WireClient(served.url).fetch("/x") }
        program.signal(SIGTERM)
        let errors = await program.end().errors
        #expect(errors.contains("a: GET /x 200 length 1 B") && errors.contains("b: GET /x 200 length 2 B"))
        #expect(!errors.contains("\u{1B}"), "colour is for terminals")
    }
}
