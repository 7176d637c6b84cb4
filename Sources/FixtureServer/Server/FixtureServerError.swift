/// Why an instance could not be started.
public struct FixtureServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of a failure, for code that decides.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Somebody else listens on the port.
        public static let addressInUse = Code(description: "address in use")
        /// The host or port cannot be listened on.
        public static let addressNotAvailable = Code(description: "address not available")
        /// The scenario has no origin of that name.
        public static let unknownOrigin = Code(description: "unknown origin")
        /// The scenario asks for something that this server does not do.
        public static let unsupported = Code(description: "unsupported")
        /// A file that a body is made of is missing, or may not be served.
        public static let missingFixture = Code(description: "missing fixture")
        /// A file cannot be written.
        public static let unwritable = Code(description: "unwritable")
    }

    /// The kind of the failure.
    public let code: Code
    /// What went wrong, for people.
    public let description: String
    /// What lies behind it.
    public let cause: (any Error)?

    init(_ code: Code, _ description: String, cause: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.cause = cause
    }
}
