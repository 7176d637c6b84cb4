import ChildProcesses
import ClientAdapters
import CommandLineOptions
import Conformance
import Fixtures
import Foundation
import Spelling

extension Runner.Entrant {
    /// A client as the command line names it: a bundled one, or a command that the shell starts.
    ///
    /// - Parameters:
    ///   - word: A bundled client's name, or a command.
    ///   - arguments: The command line, for `--known-failures` and `--root`.
    /// - Throws: What is wrong with the known-failures file.
    init(_ word: String, _ arguments: ParsedArguments) throws {
        let environment = Self.environment
        let isBundled = AdapterRegistry.names.contains(word)
        if !isBundled, !word.contains(where: { $0 == "/" || $0.isWhitespace }), !Self.isProgram(word) {
            let meant = Spelling.nearest(to: word, among: AdapterRegistry.names).map { "did you mean '\($0)'?" }
            let known = "bundled are " + AdapterRegistry.names.joined(separator: ", ")
            throw UsageError(
                command: arguments.command,
                message: "there is no bundled client and no program '\(word)'; \(meant ?? known)")
        }
        let command =
            if isBundled, let own = Bundle.main.executablePath {
                ChildCommand(own, ["adapter", word], environment: environment)
            } else {
                ChildCommand("/bin/sh", ["-c", "exec \(word)"], environment: environment)
            }
        var known = KnownFailures()
        if let file = arguments[ConformCommand.knownFailures] {
            known = try KnownFailures(file: file)
        } else if isBundled, let file = Self.shippedKnownFailures(word, arguments) {
            known = try KnownFailures(file: file)
        }
        self.init(ClientCommand(name: word, command: command), known: known)
    }

    /// The environment without proxies: the servers are on this machine.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    }

    /// Whether the shell would find a program of this name.
    private static func isProgram(_ name: String) -> Bool {
        let folders = environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    private static func shippedKnownFailures(_ name: String, _ arguments: ParsedArguments) -> String? {
        let root = try? arguments.fixtures ?? FixtureRoot.located(besides: Bundle.main.executableURL).directory
        guard let file = root?.appending(path: "known-failures/\(name).yaml").path,
            FileManager.default.fileExists(atPath: file)
        else { return nil }
        return file
    }
}
