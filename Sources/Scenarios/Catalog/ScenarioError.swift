public import YAML

/// Why scenarios could not be loaded, in a sentence for the person who asked.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
    /// What kind of trouble it was; more kinds may come.
    public struct Code: Sendable, Hashable {
        private enum Kind: Hashable { case noRoot, unknown, nothingMatches, unreadable, faulty }

        private let kind: Kind

        /// No folder with scenarios was found.
        public static let noRoot = Code(kind: .noRoot)
        /// There is no scenario of that id.
        public static let unknown = Code(kind: .unknown)
        /// A pattern matches no scenario.
        public static let nothingMatches = Code(kind: .nothingMatches)
        /// A file is there and cannot be read.
        public static let unreadable = Code(kind: .unreadable)
        /// Files are wrong; the complaints say how.
        public static let faulty = Code(kind: .faulty)
    }

    /// What kind of trouble it was.
    public let code: Code
    /// The whole story in one sentence.
    public let message: String
    /// What is wrong with the files.
    public let complaints: [Complaint]

    /// Makes an error.
    public init(_ code: Code, _ message: String, complaints: [Complaint] = []) {
        self.code = code
        self.message = message
        self.complaints = complaints
    }

    /// The complaints, one a line, and the message.
    public var description: String {
        (complaints.map(\.description) + [message]).joined(separator: "\n")
    }
}
