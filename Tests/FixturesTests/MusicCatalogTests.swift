import Fixtures
import Foundation
import Testing

@Suite struct MusicCatalogTests {
    private struct Answer: Decodable {
        struct Track: Decodable {
            let wrapperType, kind, artistName, collectionName, trackName, primaryGenreName, releaseDate: String
            let trackId, artistId, collectionId, trackTimeMillis, trackNumber, trackCount: Int
            let previewUrl, artworkUrl60, artworkUrl100, artworkUrl600: String
        }

        let resultCount: Int
        let results: [Track]
    }

    private let library: FixtureLibrary
    private let answer: Answer

    init() throws {
        library = FixtureLibrary(root: try .located(besides: nil))
        answer = try JSONDecoder().decode(Answer.self, from: try library.contents(of: "catalog/music.json"))
    }

    @Test func `it counts itself right, and no two tracks share an identity`() {
        #expect(answer.resultCount == answer.results.count)
        #expect(answer.results.count >= 40)
        #expect(Set(answer.results.map(\.trackId)).count == answer.results.count)
    }

    @Test func `every preview and every artwork is a fixture of the right kind`() throws {
        for track in answer.results {
            let preview = try library.fixture(at: String(track.previewUrl.dropFirst()))
            #expect(track.previewUrl.hasPrefix("/") && preview.mediaType.hasPrefix("audio/"))
            for artwork in [track.artworkUrl60, track.artworkUrl100, track.artworkUrl600] {
                #expect(artwork.hasPrefix("/"))
                #expect(try library.fixture(at: String(artwork.dropFirst())).mediaType.hasPrefix("image/"))
            }
        }
    }

    @Test(arguments: [
        ("Latin with diacritics", "é"), ("Vietnamese", "ồ"), ("Cyrillic", "я"), ("Greek", "λ"), ("Arabic", "ن"),
        ("Persian", "پ"), ("Hebrew", "ש"), ("Devanagari", "क"), ("Tamil", "ழ"), ("Thai", "ล"), ("Chinese", "光"),
        ("Hiragana", "し"), ("Katakana", "ト"), ("Korean", "호"), ("Georgian", "წ"), ("emoji", "🌍"),
        ("a combining mark", "\u{301}"), ("a zero width joiner", "\u{200D}"), ("a quotation mark", "\""),
        ("a backslash", "\\"), ("markup", "<"), ("a character beyond the basic plane", "𝄞"),
    ])
    func `names are written in many scripts`(script: String, scalar: Unicode.Scalar) {
        #expect(answer.results.contains { $0.trackName.unicodeScalars.contains(scalar) }, "\(script)")
    }

    @Test func `escapes and plain UTF-8 both occur, so that readers meet both`() throws {
        let text = String(decoding: try library.contents(of: "catalog/music.json"), as: UTF8.self)
        #expect(text.contains("\\ud83"))
        #expect(text.contains("🌌"))
    }
}
