import Testing

@testable import CommandLineOptions
