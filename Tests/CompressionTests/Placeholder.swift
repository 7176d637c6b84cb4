import Testing

@testable import Compression
