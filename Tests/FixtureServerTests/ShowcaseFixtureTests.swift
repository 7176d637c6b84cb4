import Digests
import EventLoop
import FixtureServer
import Fixtures
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Fixtures as they lie plain at their paths on a server that shows everything.
@Suite(.timeLimit(.minutes(20))) struct ShowcaseFixtureTests {
    static let manifest = try? FixtureLibrary(root: FixtureRoot.located(besides: nil)).manifest()

    @Test func `every fixture of the manifest is served as the manifest says`() async throws {
        let fixtures = try #require(Self.manifest).fixtures
        #expect(fixtures.count > 20)
        try await showing { instance, _ in
            let client = try await WireClient(instance.url)
            for fixture in fixtures {
                let response = try await client.fetch("/" + fixture.path)
                #expect(response.head.status == 200 && response["Content-Type"] == fixture.mediaType)
                #expect(SHA256.digest(of: response.body.span).hex == fixture.sha256, "\(fixture)")
                // A coded form is a file like any other: what is saved is what the manifest describes.
                #expect(response["Content-Encoding"] == nil && response["Accept-Ranges"] == "bytes")
                #expect(response["Last-Modified"].flatMap { HTTPDate(parsing: $0) } != nil)
            }
            let records = await instance.end().exchanges
            #expect(records.count == fixtures.count && records.allSatisfy { $0.reason == .complete })
        }
    }

    @Test func `a fixture has HEAD, ranges and conditions`() async throws {
        try await showing { instance, _ in
            let path = "/images/aurora.jpg"
            let whole = try await instance.ask(path)
            let tag = try #require(whole["ETag"])
            let head = try await instance.ask(path, method: .head)
            #expect(head["Content-Length"] == "\(whole.body.count)" && head.body.isEmpty && head["ETag"] == tag)
            let part = try await instance.ask(path, ["Range: bytes=100-199", "If-Range: \(tag)"])
            #expect(part.head.status == 206 && Octets(part.body) == Octets(whole.body[100..<200]))
            #expect(part["Content-Range"] == "bytes 100-199/\(whole.body.count)")
            #expect(try await instance.ask(path, ["If-None-Match: \(tag)"]).head.status == 304)
            #expect(try await instance.ask(path, ["Range: bytes=99999999-"]).head.status == 416)
            #expect(try await instance.ask(path, method: "BREW").head.status == 405)
        }
    }

    @Test(arguments: [
        ("/images/aurra.jpg", "/images/aurora.jpg"), ("/pictures/aurora.jpg", "/images/aurora.jpg"),
        ("/images/aurora%2Ejpg", "/images/aurora.jpg"), ("/slow-chunks/photo.jpg", "/s/slow-chunks/photo.jpg"),
        ("/s/slow-chnks/photo.jpg", "/s/slow-chunks/photo.jpg"),
        ("/s/framing/cut/lenght/rst/", "/s/framing/cut/length/rst/"),
        ("/s/slow-chunks/foto.jpg", "/s/slow-chunks/photo.jpg"),
    ])
    func `an unknown path is answered 404 with what was meant, and that is there`(path: String, meant: String)
        async throws
    {
        try await showing { instance, _ in
            let response = try await instance.ask(path)
            #expect(response.head.status == 404 && response["Content-Type"] == "text/plain; charset=utf-8")
            #expect(response.text.contains(path + " ") || response.text.contains(path + "."))
            #expect(response.text.contains("Did you mean?\nhttp://test\(meant)\n"))
            #expect(response.text.hasSuffix("Everything there is\nhttp://test/\n\n"))
            #expect(try await instance.ask(meant, method: .head).head.status == 200)
        }
    }

    @Test(arguments: [
        "/nothing/like/it", "/images/", "/images", "/../secret", "/images/../../secret", "/%2e%2e/secret", "/.hidden",
        "/images%2Faurora.jpg", "/link", "//note.txt", "/s/../secret", "/s//", "/s/.hidden",
    ])
    func `nothing outside the folder, hidden or misspelt is served`(path: String) async throws {
        let folder = try ShowcaseFolder(["secret": "s", "Fixtures/.hidden": "h", "Fixtures/note.txt": "n"])
        defer { folder.remove() }
        try FileManager.default.createSymbolicLink(
            at: folder.root.appending(path: "Fixtures/link"), withDestinationURL: folder.root.appending(path: "secret"))
        try await showing(folder) { instance, _ in
            let response = try await instance.ask(path)
            #expect(response.head.status == 404 && response.body.count > 1)
            #expect(try await instance.ask("/note.txt").text == "n")
        }
    }
}
