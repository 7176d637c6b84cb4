import Fixtures
import Foundation
import Testing

@Suite struct FixtureManifestTests {
    private static let photo = Fixture(
        path: "images/lake.jpg", sha256: "ab", size: 5, mediaType: "image/jpeg",
        dimensions: .init(width: 3, height: 2))
    private static let song = Fixture(
        path: "audio/song.mp3", sha256: "cd", size: 7, mediaType: "audio/mpeg", duration: .milliseconds(20_036))
    private let manifest = FixtureManifest([photo, song])

    @Test func `what is written is read again, ordered by path`() throws {
        let again = try FixtureManifest(json: try manifest.json())
        #expect(again.fixtures == [Self.song, Self.photo])
    }

    @Test func `every fixture has a line of its own, for review`() throws {
        let lines = String(decoding: try manifest.json(), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].contains("audio/song.mp3") && lines[2].contains("images/lake.jpg"))
    }

    @Test(arguments: [
        ("images/lak.jpg", "images/lake.jpg"), ("lake.jpg", "images/lake.jpg"), ("photos/lake.jpeg", "images/lake.jpg"),
        ("Audio/Song.MP3", "audio/song.mp3"),
    ])
    func `a wrong path is answered with the nearest one`(path: String, meant: String) {
        let error = #expect(throws: FixtureError.self) { try manifest.fixture(at: path) }
        #expect(error?.code == .notFound)
        #expect(error?.message == "There is no fixture “\(path)”; did you mean \(meant)?")
    }

    @Test func `a path like no other is answered with all there are`() {
        let error = #expect(throws: FixtureError.self) { try manifest.fixture(at: "completely/different.thing") }
        #expect(error?.message.hasSuffix("there are: audio/song.mp3, images/lake.jpg") == true)
    }

    @Test(arguments: ["", "{}", "[]", #"{"version":1,"fixtures":[{"path":"a"}]}"#, #"{"version":1}"#])
    func `what is no manifest is refused by name`(text: String) {
        let error = #expect(throws: FixtureError.self) {
            try FixtureManifest(json: Data(text.utf8), name: "/x/manifest.json")
        }
        #expect(error?.code == .badManifest)
        #expect(error?.message.hasPrefix("/x/manifest.json is not a fixture manifest") == true)
    }

    @Test func `a manifest of another version is refused with both versions`() {
        let error = #expect(throws: FixtureError.self) {
            try FixtureManifest(json: Data(#"{"version":9,"fixtures":[]}"#.utf8))
        }
        #expect(error?.message.contains("version 9, expected 1") == true)
    }
}
