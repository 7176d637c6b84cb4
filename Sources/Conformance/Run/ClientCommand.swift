public import ChildProcesses

/// A client under test: the name that results carry, and how its adapter is started.
public struct ClientCommand: Sendable, Hashable {
    /// The name that results and known-failures files use.
    public var name: String
    /// What to start; `TMPDIR` is added for each scenario.
    public var command: ChildCommand

    /// Describes a client.
    public init(name: String, command: ChildCommand) {
        self.name = name
        self.command = command
    }
}
