/// A command line that was understood: every value can be read, and the counts are right.
public struct ParsedArguments: Sendable {
    /// The names from the program down to the command, `["conform", "run"]`.
    public let command: [String]
    /// What followed the options, in order.
    public let operands: [String]
    let given: [(long: String, value: String?)]

    /// Whether a flag was given.
    public subscript(flag: Flag) -> Bool {
        given.contains { $0.long == flag.declaration.long }
    }

    /// The value of an option, the last one where it was repeated; nil when it was not given.
    public subscript<Value>(option: Option<Value>) -> Value? {
        values(of: option).last
    }

    /// What was given of some options, by long name, in the order of the command line; a flag has no value.
    public func given(of options: [any DeclaredOption]) -> [(name: String, value: String)] {
        let names = Set(options.map(\.declaration.long))
        return given.compactMap { given in names.contains(given.long) ? (given.long, given.value ?? "") : nil }
    }

    /// All values of an option, in order.
    public func values<Value>(of option: Option<Value>) -> [Value] {
        given.compactMap { given in
            given.long == option.declaration.long ? given.value.flatMap(option.convert) : nil
        }
    }
}

/// What a command line asks for.
public enum Invocation: Sendable {
    /// To be told how to call the program; the text goes to the standard output.
    case help(String)
    /// To be told the version; the text goes to the standard output.
    case version(String)
    /// To do something.
    case run(ParsedArguments)
}

/// How a program ends that does not get as far as its work.
public enum ExitCode {
    /// As asked.
    public static let success: Int32 = 0
    /// The command line, or a file that it names, was not understood.
    public static let usage: Int32 = 2
}

/// A command line that was not understood.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names from the program down to the command.
    public var command: [String]
    /// What is wrong, without a full stop.
    public var message: String

    /// Makes an error; programs use it for what only they can know, such as options that exclude each other.
    public init(command: [String], message: String) {
        self.command = command
        self.message = message
    }

    /// Two lines: what is wrong, and where to read more.
    public var description: String {
        let name = command.joined(separator: " ")
        return "\(name): \(message)\nTry '\(name) --help' for more information."
    }
}
