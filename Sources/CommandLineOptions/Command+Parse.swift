import Spelling

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Command {
    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: as a process gets them, the program's name first.
    ///   - version: what `--version` answers.
    /// - Returns: what is asked for.
    /// - Throws: the first thing that is wrong.
    public func parse(_ arguments: [String], version: String) throws(UsageError) -> Invocation {
        try parse(Array(arguments.dropFirst()), version: version, path: [name])
    }

    /// Reads a command line, or tells the user and exits: 0 after `--help` and `--version`, 2 after a mistake.
    public func parseOrExit(_ arguments: [String] = CommandLine.arguments, version: String) -> ParsedArguments {
        do {
            switch try parse(arguments, version: version) {
            case .run(let parsed): return parsed
            case .help(let text), .version(let text):
                print(text)
                exit(ExitCode.success)
            }
        } catch {
            Command.fail(error)
        }
    }

    /// Tells the user what is wrong with the command line and exits with 2.
    public static func fail(_ error: UsageError) -> Never {
        let text = Array((error.description + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, text, text.count)
        exit(ExitCode.usage)
    }

    private func parse(
        _ arguments: [String], version: String, path: [String]
    ) throws(UsageError) -> Invocation {
        let found = GetoptLong.parse(
            arguments, options: options + Command.standard,
            stopsAtOperand: operands.endsOptions || !subcommands.isEmpty)
        var given: [(long: String, value: String?)] = []
        for item in found.items {
            let (declaration, value) = try accepted(item, path: path)
            switch declaration.long {
            case "help": return .help(help(path: path))
            case "version": return .version("\(path[0]) \(version)")
            default: given.append((declaration.long, value))
            }
        }
        guard subcommands.isEmpty else {
            return try descend(found.operands, given: given, version: version, path: path)
        }
        try check(found.operands, path: path)
        return .run(ParsedArguments(command: path, operands: found.operands, given: given))
    }

    static let standard = [
        OptionDeclaration(long: "help", short: "h", summary: "show this help and exit", value: nil),
        OptionDeclaration(long: "version", short: nil, summary: "show the version and exit", value: nil),
    ]

    private func accepted(
        _ item: GetoptLong.Item, path: [String]
    ) throws(UsageError) -> (OptionDeclaration, String?) {
        let all = options + Command.standard
        func fail(_ message: String) -> UsageError { UsageError(command: path, message: message) }
        switch item {
        case .option(let index, let value):
            let declaration = all[index]
            if let rules = declaration.value, let value, !rules.accepts(value) {
                throw fail("invalid value '\(value)' for '--\(declaration.long)': expected \(rules.expected)")
            }
            return (declaration, value)
        case .missingValue(let index):
            let placeholder = all[index].value?.placeholder ?? "VALUE"
            throw fail("option '--\(all[index].long)' lacks its value, \(placeholder)")
        case .unexpectedValue(let index):
            throw fail("option '--\(all[index].long)' takes no value")
        case .ambiguous(let written, let candidates):
            let list = candidates.map { "'--\($0)'" }.joined(separator: ", ")
            throw fail("option '--\(written)' may mean \(list)")
        case .unknown(let written):
            let name = written.hasPrefix("--") ? String(written.dropFirst(2)) : written
            let meant = Spelling.nearest(to: name, among: all.map(\.long)).map { "; did you mean '--\($0)'?" }
            throw fail("unknown option '\(written)'" + (meant ?? ""))
        }
    }

    private func descend(
        _ operands: [String], given: [(long: String, value: String?)], version: String, path: [String]
    ) throws(UsageError) -> Invocation {
        guard let word = operands.first else {
            guard runsAlone else {
                let names = subcommands.map(\.name).joined(separator: ", ")
                throw UsageError(command: path, message: "a command is missing, one of: \(names)")
            }
            return .run(ParsedArguments(command: path, operands: [], given: given))
        }
        guard let command = subcommands.first(where: { $0.name == word }) else {
            let meant = Spelling.nearest(to: word, among: subcommands.map(\.name)).map { "; did you mean '\($0)'?" }
            throw UsageError(command: path, message: "unknown command '\(word)'" + (meant ?? ""))
        }
        guard given.isEmpty else {
            throw UsageError(
                command: path, message: "option '--\(given[0].long)' belongs behind the command '\(word)'")
        }
        return try command.parse(Array(operands.dropFirst()), version: version, path: path + [word])
    }

    private func check(_ found: [String], path: [String]) throws(UsageError) {
        if found.count < operands.count.lowerBound {
            throw UsageError(command: path, message: "operand missing: \(operands.placeholder)")
        }
        if found.count > operands.count.upperBound {
            throw UsageError(command: path, message: "unexpected operand '\(found[operands.count.upperBound])'")
        }
    }
}
