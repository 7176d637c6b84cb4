import Downloads
import FixtureServerTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct PictureTests {
    @Test(.fixtureServer("slow-chunks", speed: 20))
    func `a picture is there in parts while the server still holds the rest`() async throws {
        let server = try FixtureServer.current
        var updates = pictureAsItArrives(from: try server.url("/photo.jpg")).makeAsyncIterator()
        let sent = try await server.reached("quarter")
        var picture = try await updates.next()
        while let count = picture?.data.count, count < sent { picture = try await updates.next() }
        #expect(picture?.data.count == Int(sent) && picture?.fraction == nil)
        for gate in ["quarter", "late"] { await server.open(gate) }
        while let next = try await updates.next() { picture = next }
        #expect(picture?.data.count == 182_620)
    }

    @Test(.fixtureServer("slow-chunks", speed: 20))
    func `whoever stops looking cancels the task`() async throws {
        let server = try FixtureServer.current
        for try await picture in pictureAsItArrives(from: try server.url("/photo.jpg")) where !picture.data.isEmpty {
            break
        }
        #expect(await server.wait(limit: .seconds(240)) { if case .left = $0.kind { true } else { false } } != nil)
    }

    @Test(.fixtureServer("basic/not-found/404/length"))
    func `an error page is no picture`() async throws {
        let page = try FixtureServer.current.url("/song.mp3")
        await #expect(throws: URLError.self) { for try await _ in pictureAsItArrives(from: page) {} }
    }

    @Test(.fixtureServer("slow-chunks", speed: 20, gates: .openWhenReached))
    func `data comes with progress`() async throws {
        var told: [Int] = []
        let photo = try await loadData(from: try FixtureServer.current.url("/photo.jpg")) { received, expected in
            told.append(received)
            #expect(expected == nil)
        }
        #expect(photo.count == 182_620 && told.last == photo.count && told.count == 179)
    }
}
