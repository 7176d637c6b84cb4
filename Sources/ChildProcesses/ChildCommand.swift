/// What to start: a program, its arguments and its environment.
public struct ChildCommand: Sendable, Hashable {
    /// The program's path, absolute or relative to the working directory; it is not looked up in `PATH`.
    public var executable: String
    /// The arguments behind the program's name.
    public var arguments: [String]
    /// The whole environment of the child.
    public var environment: [String: String]

    /// Describes a command.
    public init(_ executable: String, _ arguments: [String] = [], environment: [String: String] = [:]) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// A program could not be started.
public struct SpawnError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What could not be started, and why, without full stop.
    public let description: String
    /// What the system said.
    public let errno: Int32
}
