/// What a value may be: `2`, `1..3`, `..16MiB`, `300ms..`; both ends belong to it.
public struct Bounds<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    /// The least that is right; nil sets no limit.
    public var lower: Value?
    /// The most that is right; nil sets no limit.
    public var upper: Value?

    /// Makes bounds.
    public init(lower: Value?, upper: Value?) {
        self.lower = lower
        self.upper = upper
    }

    /// Makes bounds that one value meets.
    public init(exactly value: Value) {
        self.init(lower: value, upper: value)
    }

    /// Whether a value is right.
    public func contains(_ value: Value) -> Bool {
        (lower.map { $0 <= value } ?? true) && (upper.map { value <= $0 } ?? true)
    }
}
