import CommandLineOptions
import Scenarios

/// `fixture-server list`: the ids of all scenarios with their titles.
struct ListCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() -> Int32 {
        do throws(ScenarioError) {
            let scenarios = try arguments.catalog().load(matching: [], fixtures: arguments.fixtureLibrary)
            let width = scenarios.map(\.id.count).max() ?? 0
            for scenario in scenarios {
                let gap = String(repeating: " ", count: width - scenario.id.count + 2)
                Terminal.say(scenario.id + gap + scenario.title)
            }
            return ExitCode.success
        } catch {
            Terminal.note("fixture-server: \(error)")
            return ExitCode.usage
        }
    }
}
