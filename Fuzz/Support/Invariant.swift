/// Stops the fuzzer with both values when they differ, so that the input is kept.
public func mustEqual<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) {
    guard actual != expected else { return }
    fatalError("\(what):\n  \(actual)\ninstead of\n  \(expected)")
}

/// Stops the fuzzer when something does not hold, so that the input is kept.
public func mustHold(_ condition: Bool, _ what: @autoclosure () -> String) {
    guard !condition else { return }
    fatalError(what())
}
