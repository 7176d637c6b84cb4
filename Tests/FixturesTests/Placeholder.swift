import Testing

@testable import Fixtures
