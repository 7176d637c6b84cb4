import Testing

@testable import ClientAdapters
