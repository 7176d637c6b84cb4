import Testing

@testable import FixtureServer
