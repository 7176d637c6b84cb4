/// Why a text is not in the notation of its place.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a clause: `'1386' lacks a unit`.
    public var message: String
    /// Completes "expected …".
    public var expected: String
    /// What was probably meant, the whole text.
    public var meant: String?

    /// Makes an error.
    public init(_ message: String, expected: String, meant: String? = nil) {
        self.message = message
        self.expected = expected
        self.meant = meant
    }

    /// The error as one clause, for command lines.
    public var description: String {
        message + " (expected \(expected)" + (meant.map { "; did you mean '\($0)'?" } ?? "") + ")"
    }

    /// The same error, where the faulty text is part of a longer one.
    func within(prefix: String = "", suffix: String = "") -> NotationError {
        var error = self
        error.meant = meant.map { prefix + $0 + suffix }
        return error
    }
}
