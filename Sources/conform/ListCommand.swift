import AdapterProtocol
import CommandLineOptions
import Conformance
import Foundation
import Scenarios

/// `conform list [PATTERN…]`: the scenarios that `run` would play.
struct ListCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    private struct Row: Encodable {
        var id: String
        var title: String
        var why: String
        var refs: [String]
        var needs: [String]
    }

    func run() -> Int32 {
        let scenarios: [Scenario]
        do {
            scenarios = try Selection(arguments.patterns, from: arguments.scenarios()).scenarios
        } catch {
            Terminal.note("conform list: \(error)")
            return ExitCode.usage
        }
        if arguments[ConformCommand.json] {
            let rows = scenarios.map { scenario in
                Row(
                    id: scenario.id, title: scenario.title, why: scenario.why, refs: scenario.refs,
                    needs: scenario.capabilitiesNeeded.map(\.word))
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Terminal.write(String(decoding: (try? encoder.encode(rows)) ?? Data(), as: UTF8.self) + "\n")
        } else {
            let width = scenarios.map(\.id.count).max() ?? 0
            for scenario in scenarios {
                let gap = String(repeating: " ", count: width - scenario.id.count + 2)
                Terminal.write(scenario.id + gap + scenario.title + "\n")
            }
        }
        return ExitCode.success
    }
}
