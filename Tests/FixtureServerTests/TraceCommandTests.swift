import FixtureServer
import Foundation
import HTTPMessages
import TestSupport
import Testing

/// `--trace` and `fixture-server trace` as people and scripts meet them.
@Suite(.timeLimit(.minutes(5))) struct TraceCommandTests {
    struct Ready: Decodable {
        var url: String
        var control: String
        var token: String?
    }

    private func serving(
        _ arguments: [String] = [], _ body: (Ready, Program) async throws -> Void
    ) async throws {
        let folder = try ShowcaseFolder(Controlled.files)
        defer { folder.remove() }
        let program = try Program("fixture-server", ["--root", folder.root.path, "-q"] + arguments)
        let ready = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8))
        try await body(ready, program)
    }

    @Test func `every event of every instance is in the file, also of those made and reset later`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID()).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await serving(["--trace", path]) { ready, program in
            let client = try await WireClient(ready.url)
            #expect(try await client.fetch("/s/twice/x").text == "first")
            let made: Controlled.Shown = try await client.ask("POST", "/instances", #"{"scenario":"twice"}"#).value()
            #expect(try await WireClient(made.url).fetch("/x").text == "first")
            _ = try await client.ask("POST", "/instances/\(made.id)/reset", "{}")
            #expect(try await WireClient(made.url).fetch("/x").text == "first")
            program.signal(SIGTERM)
            let end = await program.end()
            #expect(end.code == 0 && end.errors.isEmpty)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = try text.split(separator: "\n").map {
                try JSONDecoder().decode(JournalLine.self, from: Data($0.utf8))
            }
            let stories = Dictionary(grouping: lines, by: \.instance).mapValues { $0.map(\.event.kind.description) }
            #expect(stories["i1"]?.first == "connected to main" && stories["i1"]?.last == "the instance ended")
            #expect(stories["i1"]?.contains("GET /s/twice/x") == true)
            let own = stories[made.id] ?? []
            #expect(own.count { $0 == "GET /x" } == 2 && own.count { $0 == "the instance ended" } == 2)
            #expect(text.hasSuffix("\n"))
        }
    }

    @Test func `a trace that cannot be written is one clear line before anything listens`() async throws {
        let end = await (try Program("fixture-server", ["--trace", "/nowhere/at/all", "--for", "5s"])).end()
        #expect(end.code == 1 && end.output.isEmpty)
        #expect(end.errors.hasPrefix("fixture-server: The trace /nowhere/at/all cannot be written: "))
    }

    @Test func `a reader has each event as it happens, and ends with the instance`() async throws {
        try await serving(["--hold"]) { ready, program in
            let reader = try Program("fixture-server", ["trace", ready.url])
            let client = try await WireClient(ready.url)
            try await client.get("/s/held/x")
            while true {
                let line = await reader.line()
                guard !line.isEmpty, !line.hasSuffix("held at 'held/gate' in front of byte 2") else { break }
            }
            _ = try await WireClient(ready.url).ask("POST", "/instances/default/gates/held/gate", "{}")
            #expect(await client.response().text == "hello")
            program.signal(SIGTERM)
            let end = await reader.end()
            #expect(end.code == 0 && end.errors.isEmpty)
            #expect(end.output.contains("passed 'held/gate'") && end.output.hasSuffix("the instance ended\n"))
            #expect(await program.end().code == 0)
        }
    }

    @Test func `what happened until now can be had as it is, from any event on, of any instance`() async throws {
        try await serving { ready, program in
            let client = try await WireClient(ready.url)
            let made: Controlled.Shown = try await client.ask("POST", "/instances", #"{"scenario":"twice"}"#).value()
            _ = try await WireClient(made.url).fetch("/x")
            _ = try await client.ask("GET", "/instances/\(made.id)/wait?ended=1")
            let plain = try await client.ask("GET", "/instances/\(made.id)/events?from=1").text
            let arguments = ["trace", ready.control, "--json", "--once", "--from", "1", "--instance", made.id]
            let end = await (try Program("fixture-server", arguments)).end()
            #expect(end.code == 0 && end.errors.isEmpty)
            #expect(end.output.hasPrefix(plain) && plain.contains(#""event":"wrote""#))
            program.signal(SIGTERM)
            _ = await program.end()
        }
    }

    @Test func `what cannot be read is one clear line`() async throws {
        try await serving(["--host", "0.0.0.0"]) { ready, program in
            let port = ready.url.split(separator: ":").last ?? ""
            let url = "http://127.0.0.1:\(port)"
            for (arguments, code, words) in [
                ([url], 1, "Authorization: Bearer"),
                ([url, "--token", ready.token ?? "", "--instance", "i9"], 1, "There is no instance 'i9'."),
                (["http://name.example:80"], 2, "is no URL such as"),
                (["http://127.0.0.1:1"], 1, "nobody listens on 127.0.0.1:1"),
            ] {
                let end = await (try Program("fixture-server", ["trace"] + arguments)).end()
                #expect(end.code == Int32(code) && end.output.isEmpty)
                #expect(end.errors.hasPrefix("fixture-server: ") && end.errors.contains(words), "\(end.errors)")
                #expect(end.errors.split(separator: "\n").count == 1)
            }
            let allowed = await (try Program("fixture-server", ["trace", url, "--once", "--token", ready.token ?? ""]))
                .end()
            #expect(allowed.code == 0 && allowed.output.contains("connected to main"))
            program.signal(SIGTERM)
            #expect(await program.end().errors.contains("everyone who can reach this machine can connect"))
        }
    }

    @Test func `a server that does not end its story is not taken for one that did`() async throws {
        try await serving { ready, program in
            let reader = try Program("fixture-server", ["trace", ready.url])
            #expect(await reader.line().hasSuffix("connected to main"))
            program.signal(SIGKILL)
            _ = await program.end()
            let end = await reader.end()
            #expect(end.code == 1 && !end.errors.isEmpty)
        }
    }
}
