import Fixtures
import Foundation
import Testing

/// The shipped fixtures, for tests that run over all of them.
enum Shipped {
    /// Read once; a test that cannot read it fails by having no cases, which `ShippedFixturesTests` notices.
    static let fixtures: [Fixture] =
        (try? FixtureLibrary(root: .located(besides: nil)).manifest().fixtures) ?? []

    static func fixtures(of type: String) -> [Fixture] {
        fixtures.filter { $0.mediaType == type }
    }

    static var pictures: [Fixture] { fixtures.filter { $0.mediaType.hasPrefix("image/") } }

    static var sounds: [Fixture] { fixtures.filter { $0.mediaType.hasPrefix("audio/") } }

    /// The texts with their compressed forms, by the ending of the form's name.
    static let codedForms: [(plain: String, ending: String)] = ["catalog/music.json", "text/ruler.txt"].flatMap {
        plain in ["gz", "deflate", "br"].map { (plain, $0) }
    }

    /// Whether the numbers of a name's markers go up with their offsets, and none is left out.
    static func numbersInOrder(_ markers: Markers) -> Bool {
        var last: [Substring: Int] = [:]
        for marker in markers.all {
            guard let dash = marker.name.lastIndex(of: "-"),
                let number = Int(marker.name[marker.name.index(after: dash)...])
            else { continue }
            let name = marker.name[..<dash]
            guard number == last[name, default: 0] + 1 else { return false }
            last[name] = number
        }
        return true
    }

    static func bytes(of fixture: Fixture) throws -> [UInt8] {
        [UInt8](try FixtureRoot.located(besides: nil).contents(of: fixture.path))
    }

    static func file(of fixture: Fixture) throws -> URL {
        try FixtureRoot.located(besides: nil).file(at: fixture.path)
    }
}
