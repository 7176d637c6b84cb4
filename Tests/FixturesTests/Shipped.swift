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

    static func bytes(of fixture: Fixture) throws -> [UInt8] {
        [UInt8](try FixtureRoot.located(besides: nil).contents(of: fixture.path))
    }

    static func file(of fixture: Fixture) throws -> URL {
        try FixtureRoot.located(besides: nil).file(at: fixture.path)
    }
}
