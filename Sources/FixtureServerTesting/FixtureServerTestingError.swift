/// Why a test could not go on with its fixture server, in a sentence for the person who wrote it.
public struct FixtureServerTestingError: Error, Sendable, CustomStringConvertible {
    /// What kind of trouble it was; more kinds may come.
    public struct Code: Sendable, Hashable {
        private enum Kind: Hashable { case noServer, ambiguous, unknownOrigin, unknownGate, notHeld }

        private let kind: Kind

        /// The test has no server.
        public static let noServer = Code(kind: .noServer)
        /// A file has several scenarios, and none was named.
        public static let ambiguous = Code(kind: .ambiguous)
        /// The scenario has no origin of that name.
        public static let unknownOrigin = Code(kind: .unknownOrigin)
        /// The scenario has no gate of that name.
        public static let unknownGate = Code(kind: .unknownGate)
        /// Nobody came to a gate in time.
        public static let notHeld = Code(kind: .notHeld)
    }

    /// What kind of trouble it was.
    public let code: Code
    /// The whole story in one sentence.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
