import Foundation
import TestSupport
import Testing

/// One sentence in one command line, in one URL and in one file: serve a photo in 1386-byte chunks every 50 ms without
/// Content-Length, and reset the connection at 60 %.
@Suite(.timeLimit(.minutes(5)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct SentenceTests {
    private struct Ready: Decodable {
        var url: String
    }

    private static let photo = Program.folder.appending(path: "sluice_FixtureFiles.resources/images/aurora.jpg")

    private static let file = """
        sluice: 1
        title: The sentence in a file
        why: It shows that one notation serves everywhere.
        resources:
          /aurora.jpg:
            body: { file: images/aurora.jpg }
            framing: chunked
            pace: 1386B@50ms
            script: [{ at: 60%, cut: rst }]

        """

    @Test func `the command line says it`() async throws {
        try await check(
            ["serve", Self.photo.path, "--framing", "chunked", "--pace", "1386B@50ms", "--cut", "60%:rst"],
            "/aurora.jpg")
    }

    @Test func `a URL says it`() async throws {
        try await check([], "/images/aurora.jpg?framing=chunked&pace=1386B@50ms&cut=60%25:rst")
    }

    @Test func `a file says it`() async throws {
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        let file = folder.root.appending(path: "sentence.yaml")
        try Data(Self.file.utf8).write(to: file)
        try await check(["--scenario", file.path], "/aurora.jpg")
    }

    /// What curl receives is the first 60 % to the byte, in chunks without a length, and then a reset.
    private func check(_ arguments: [String], _ target: String) async throws {
        let program = try Program("fixture-server", arguments + ["--speed", "20x"])
        let url = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8)).url
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        let (body, head) = (folder.root.appending(path: "body"), folder.root.appending(path: "head"))
        let curl = try Program("/usr/bin/curl", ["-s", "-o", body.path, "-D", head.path, url + target])
        #expect(await curl.end().code == 56, "a reset")
        let received = try Data(contentsOf: body)
        let whole = try Data(contentsOf: Self.photo)
        #expect(received.count == whole.count * 60 / 100, "60 % is rounded down")
        #expect(received == whole.prefix(received.count))
        let fields = try String(contentsOf: head, encoding: .utf8).lowercased()
        #expect(fields.contains("transfer-encoding: chunked") && !fields.contains("content-length"))
        program.signal(SIGTERM)
        let log = await program.end().errors
        let writes = (received.count + 1385) / 1386 + 1
        #expect(log.contains("200 chunked \(received.count) B in \(writes) writes"), "\(log)")
        #expect(log.contains("cut by rst at 60%"))
    }
}
