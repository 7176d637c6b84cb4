/// Why a fixture could not be had, in a sentence for the person who asked.
public struct FixtureError: Error, CustomStringConvertible {
    /// What kind of trouble it was; more kinds may come.
    public struct Code: Sendable, Hashable {
        private enum Kind: Hashable { case noRoot, notFound, refused, unreadable, badManifest, unknownMarker, tooLarge }

        private let kind: Kind

        /// No folder with fixtures was found.
        public static let noRoot = Code(kind: .noRoot)
        /// There is no such fixture.
        public static let notFound = Code(kind: .notFound)
        /// The path leaves the root or cannot be a fixture's.
        public static let refused = Code(kind: .refused)
        /// The file is there and cannot be read.
        public static let unreadable = Code(kind: .unreadable)
        /// The manifest is not what this version reads.
        public static let badManifest = Code(kind: .badManifest)
        /// The fixture has no marker of that name.
        public static let unknownMarker = Code(kind: .unknownMarker)
        /// The file is larger than what is read as a whole.
        public static let tooLarge = Code(kind: .tooLarge)
    }

    /// What kind of trouble it was.
    public let code: Code

    /// The whole story in one sentence.
    public let message: String

    /// What the system or a decoder said, where one did.
    public let cause: (any Error)?

    /// The message.
    public var description: String { message }

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
