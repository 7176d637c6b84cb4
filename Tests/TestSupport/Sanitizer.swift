import Foundation

/// Whether the tests run under AddressSanitizer, which keeps freed memory for a while, so that its amount says nothing.
public let isAddressSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
