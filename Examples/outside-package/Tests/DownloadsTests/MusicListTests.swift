import Downloads
import FixtureServerTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)), .fixtureServer(file: "music.yaml")) struct MusicListTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "music-\(UUID())")

    @Test func `a song that was paused goes on, and every song comes into its place`() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try FixtureServer.current
        let site = try server.url("/search")
        let list = MusicList(folder: folder)
        let songs = try await list.search(site)
        let (held, free) = try (
            #require(songs.first { $0.previewUrl.hasSuffix("m4a") }),
            #require(songs.first { $0.previewUrl.hasSuffix("mp3") })
        )

        async let first: Void = list.download(held, from: site)
        async let second: Void = list.download(free, from: site)
        let sent = try await server.reached("half")
        // The server sends nothing more, so the row comes to show just half.
        while await list.progress(of: held) ?? 0 < 0.5 { await Task.yield() }
        await list.pause(held)
        await first
        await second
        guard case .paused = await list.state(of: held) else { throw Unexpected(await list.state(of: held)) }

        await list.download(held, from: site)
        for (song, size) in [(held, 329_614), (free, 321_098)] {
            guard case .here(let file) = await list.state(of: song) else {
                throw Unexpected(await list.state(of: song))
            }
            #expect(try Data(contentsOf: file).count == size)
            #expect(file.lastPathComponent.hasSuffix(song.previewUrl.split(separator: "/").last ?? "?"))
        }
        let rest = try #require(await server.journal().exchanges.last)
        #expect(rest.bodySent == 329_614 - sent, "nothing is sent twice")
    }
}

struct Unexpected: Error {
    let state: MusicList.State
    init(_ state: MusicList.State) { self.state = state }
}
