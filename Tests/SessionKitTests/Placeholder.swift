import Testing

@testable import SessionKit
