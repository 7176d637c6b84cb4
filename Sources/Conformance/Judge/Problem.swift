/// What is wrong about one check, before its level is looked at.
struct Problem: Hashable {
    /// In which way.
    var code: FailureCode
    /// What would have been right.
    var expected: String
    /// What was there instead.
    var actual: String

    init(_ code: FailureCode, expected: String, actual: String) {
        self.code = code
        self.expected = expected
        self.actual = actual
    }
}
