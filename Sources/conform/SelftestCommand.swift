import ClientAdapters
import CommandLineOptions
import Conformance
import EventLoop
import Scenarios

/// `conform selftest`: the bundled client passes everything, and each mutant fails exactly what its file says.
///
/// The machinery is that of known failures: a mutant is a client whose known failures are kept true in both directions.
struct SelftestCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        let scenarios: [Scenario]
        let entrants: [Runner.Entrant]
        do {
            scenarios = try arguments.scenarios()
            entrants = try (["sessionkit"] + AdapterRegistry.mutants).map { try Runner.Entrant($0, arguments) }
        } catch {
            Terminal.note("conform selftest: \(error)")
            return ExitCode.usage
        }
        if let harmless = entrants.dropFirst().first(where: { $0.known.entries.isEmpty }) {
            Terminal.note("conform selftest: no known-failures file says what \(harmless.client.name) must fail")
            return Int32(RunOutcome.ownFault.rawValue)
        }
        let console = ConsoleRecorder(.init(isTerminal: Terminal.isTerminal, isColoured: Terminal.isColoured)) {
            Terminal.write($0)
        }
        var options = arguments.runOptions
        // Mutants that keep bytes to themselves are waited for many times.
        if arguments[ConformCommand.patience] == nil { options.patience = .seconds(1) }
        let runner = Runner(
            options, fixtures: arguments.fixtures, recorders: [console], loop: EventLoop(name: "selftest"))
        let outcome = await runner.run(scenarios, entrants: entrants, all: Set(scenarios.map(\.id)))
        return Int32(outcome.rawValue)
    }
}
