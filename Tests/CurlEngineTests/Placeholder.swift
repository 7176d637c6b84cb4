import Testing

@testable import CurlEngine
