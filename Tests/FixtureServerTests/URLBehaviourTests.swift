import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import HTTPWire
import Scenarios
import TestSupport
import Testing

/// Behaviour in the query of a URL, for clients that cannot be configured.
@Suite(.timeLimit(.minutes(5))) struct URLBehaviourTests {
    private static let photo = "/images/aurora.jpg"

    @Test func `a fixture behaves as its URL says, and the next request finds it plain`() async throws {
        try await showing(speed: 1000) { instance, _ in
            let whole = try await instance.ask(Self.photo).body
            let target = Self.photo + "?framing=chunked&pace=1386B@50ms&cut=60%25:rst"
            let client = try await WireClient(instance.url)
            try await client.get(target)
            let cut = await client.response()
            #expect(cut.head.status == 200 && cut["Transfer-Encoding"] == "chunked" && cut["Content-Length"] == nil)
            #expect(cut.completeness != .complete && cut.body.count == whole.count * 60 / 100)
            #expect(Octets(cut.body) == Octets(whole.prefix(cut.body.count)))
            let record = try #require(await instance.journal().exchanges.last)
            #expect(record.path == Self.photo && record.reason == .cut)
            let sizes = record.writes.map(\.body).filter { $0 > 0 }
            #expect(sizes.dropLast().allSatisfy { $0 == 1386 })
            let plain = try await instance.ask(Self.photo)
            #expect(plain.completeness == .complete && Octets(plain.body) == Octets(whole))
        }
    }

    @Test func `a request that resumes behind the cut is not cut again`() async throws {
        try await showing { instance, _ in
            let target = Self.photo + "?cut=60%25:fin"
            let first = try await instance.ask(target)
            let rest = try await instance.ask(target, ["Range: bytes=\(first.body.count)-"])
            #expect(rest.head.status == 206 && rest.completeness == .complete)
            #expect(Octets(first.body + rest.body) == Octets(try await instance.ask(Self.photo).body))
        }
    }

    @Test(arguments: [
        ("?framing=chnked", "framing=chnked: unknown framing 'chnked' (did you mean 'chunked'?)\n"),
        ("?width=200", "width=200: unknown key 'width' (expected type, etag, "),
    ])
    func `what is wrong with the query is the text of a 400`(query: String, text: String) async throws {
        try await showing { instance, _ in
            let response = try await instance.ask(Self.photo + query)
            #expect(response.head.status == 400 && response["Content-Type"] == "text/plain; charset=utf-8")
            #expect(response.text.hasPrefix(text), "\(response.text)")
        }
    }

    @Test func `a key with an underscore means nothing, and pages and scenarios keep their queries`() async throws {
        try await showing(speed: 1000) { instance, _ in
            let plain = try await instance.ask(Self.photo)
            let asked = try await instance.ask(Self.photo + "?_=17")
            #expect(asked.head.status == 200 && Octets(asked.body) == Octets(plain.body))
            for path in ["/?cut=x", "/s/slow-chunks/photo.jpg?width=200", "/nothing?width=200"] {
                let status = try await instance.ask(path).head.status
                #expect(status == (path.hasPrefix("/nothing") ? 404 : 200), "\(path)")
            }
        }
    }

    @Test func `a file of one's own has markers to hold at`() async throws {
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        let file = folder.root.appending(path: "own.jpg")
        let image = Program.folder.appending(
            path: "sluice_FixtureFiles.resources/images/aurora-progressive.jpg")
        try FileManager.default.copyItem(at: image, to: file)
        try await serving([file]) { instance in
            let whole = try await instance.ask("/own.jpg").body
            let client = try await WireClient(instance.url)
            try await client.get("/own.jpg?hold=marker:jpeg-scan-2:second")
            let event = await instance.wait(limit: .ample) { if case .held = $0.kind { true } else { false } }
            #expect(event != nil)
            await instance.open("second")
            let response = await client.response()
            #expect(response.completeness == .complete && Octets(response.body) == Octets(whole))
        }
    }

    @Test func `only the files that were named are served, by their names`() async throws {
        let folder = try ShowcaseFolder(["a b.txt": "spaced", "secret": "s", "manifest.json": "{}"])
        defer { folder.remove() }
        try FileManager.default.createSymbolicLink(
            at: folder.root.appending(path: "link.txt"), withDestinationURL: folder.root.appending(path: "secret"))
        let files = ["a b.txt", "link.txt", "manifest.json"].map { folder.root.appending(path: $0) }
        try await serving(files) { instance in
            #expect(try await instance.ask("/a%20b.txt").text == "spaced")
            #expect(try await instance.ask("/link.txt").text == "s", "a link that was named is meant")
            #expect(try await instance.ask("/manifest.json").text == "{}")
            for path in [
                "/secret", "/../secret", "/%2e%2e/secret", "/", "/./link.txt", "/link.txt/../secret", "//secret",
            ] {
                let response = try await instance.ask(path)
                #expect(response.head.status == 404 && !response.text.hasPrefix("s"), "\(path)")
            }
            #expect(
                try await instance.ask("/x").text == "There is no /x here, but /a%20b.txt, /link.txt, /manifest.json\n")
        }
    }

    private func serving(_ files: [URL], _ body: @Sendable (Instance) async throws -> Void) async throws {
        let server = FixtureServer(
            configuration: FixtureServer.Configuration(loop: EventLoop(name: "fixture-server")))
        let instance = try await server.startFiles(files)
        do {
            try await body(instance)
            await server.close()
        } catch {
            await server.close()
            throw error
        }
    }
}
