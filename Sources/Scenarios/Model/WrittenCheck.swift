public import YAML

/// A check that a file writes down; it adds to the implied ones or replaces the one of the same name.
public struct WrittenCheck: Hashable, Sendable {
    /// How much it weighs.
    public var level: Scenario.Level
    /// What it is about.
    public var subject: Subject
    /// What must be true of it.
    public var expectation: Expectation
    /// Where it is written.
    public var location: FileLocation

    /// Makes a check.
    public init(level: Scenario.Level, subject: Subject, expectation: Expectation, location: FileLocation) {
        self.level = level
        self.subject = subject
        self.expectation = expectation
        self.location = location
    }

    /// The id below the scenario's, `a.outcome`, `/x#2.range`, `server.requests`.
    public var id: String { "\(subject).\(expectation.name)" }

    /// What a check is about.
    public enum Subject: Hashable, Sendable, CustomStringConvertible {
        /// A transfer by name.
        case transfer(String)
        /// The k-th request for a resource, in the order of arrival, starting at 1.
        case request(ResourcePath, ordinal: Int)
        /// All requests for a resource.
        case resource(ResourcePath)
        /// All requests of the instance.
        case server
        /// The client's process.
        case client

        /// The subject as a file spells it.
        public var description: String {
            switch self {
            case .transfer(let name): name
            case .request(let path, let ordinal): "\(path)#\(ordinal)"
            case .resource(let path): path.description
            case .server: "server"
            case .client: "client"
            }
        }
    }
}
