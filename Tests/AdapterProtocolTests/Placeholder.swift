import Testing

@testable import AdapterProtocol
