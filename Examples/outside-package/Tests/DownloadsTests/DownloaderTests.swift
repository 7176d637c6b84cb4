import Downloads
import FixtureServerTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct DownloaderTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "downloads-\(UUID())")
    var file: URL { folder.appending(path: "download") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    // A shipped scenario: the photo comes in crumbs, and stops at two gates.
    @Test(.fixtureServer("slow-chunks", speed: 20))
    func `progress is told as the bytes arrive`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try FixtureServer.current
        let photo = try server.url("/photo.jpg")
        let (progress, report) = AsyncStream.makeStream(of: Int64.self)
        async let download: Void = Downloader().download(photo, to: file) { report.yield($0) }

        let sent = try await server.reached("quarter")
        // The server sends nothing more until the gate opens, so this can only be told while it waits.
        #expect(await progress.contains { $0 == sent })
        await server.open("quarter")
        await server.open("late")

        try await download
        #expect(try Data(contentsOf: file).count == 182_620)
    }

    // The clock stands still until the test moves it: one crumb at once, and one each 20 ms.
    @Test(.fixtureServer("slow-chunks", clock: .manual))
    func `nothing comes but what is due`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try FixtureServer.current
        let photo = try server.url("/photo.jpg")
        let (progress, report) = AsyncStream.makeStream(of: Int64.self)
        async let download: Void = Downloader().download(photo, to: file) { report.yield($0) }

        #expect(await progress.contains { $0 == 1386 })
        await server.advance(by: .milliseconds(40))
        #expect(await server.journal().exchanges.first?.bodySent == 3 * 1386)
        #expect(await progress.contains { $0 == 3 * 1386 })

        for gate in ["quarter", "late"] { await server.open(gate) }
        await server.advance(by: .seconds(10))
        try await download
    }

    // A file of our own beside this one: the connection is lost twice.
    @Test(.fixtureServer(file: "two-tunnels.yaml"))
    func `a download goes on where it was lost`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try FixtureServer.current
        try await Downloader(attempts: 3).download(server.url("/song.mp3"), to: file)

        let exchanges = await server.journal().exchanges
        #expect(exchanges.count == 3 && exchanges.map(\.bodySent).reduce(0, +) == 321_098, "nothing is sent twice")
        let song = try #require(exchanges.first?.representation?.id)
        let isWhole = try await Data(server.bytes(of: song, range: 0..<321_098)) == Data(contentsOf: file)
        #expect(isWhole)
    }

    @Test(arguments: ["framing/cut/length/fin", "framing/cut/chunked/fin", "framing/cut/until-close/rst"])
    func `half a file is an error, and no file`(scenario: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withFixtureServer(scenario) { server in
            let photo = try server.url("/photo.jpg")
            await #expect(throws: URLError.self) { try await Downloader(attempts: 1).download(photo, to: file) }
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }
}
