extension Optional {
    /// Takes the value out.
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
