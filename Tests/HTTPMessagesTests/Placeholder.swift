import Testing

@testable import HTTPMessages
