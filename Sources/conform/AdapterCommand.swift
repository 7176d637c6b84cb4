import ClientAdapters
import CommandLineOptions
import Spelling

/// `conform adapter NAME`: what the runner starts for a bundled client, and what an adapter's author may look at.
struct AdapterCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() -> Int32 {
        let name = arguments.operands.first ?? ""
        guard !AdapterRegistry.run(name) else { return ExitCode.success }
        let meant = Spelling.nearest(to: name, among: AdapterRegistry.names).map { "; did you mean '\($0)'?" } ?? ""
        Terminal.note("conform adapter: there is no bundled client '\(name)'\(meant)")
        Terminal.note("The bundled clients are: \(AdapterRegistry.names.joined(separator: ", "))")
        return ExitCode.usage
    }
}
