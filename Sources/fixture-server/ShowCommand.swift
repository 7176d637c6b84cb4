import CommandLineOptions
import Foundation
import Scenarios

/// `fixture-server show ID`: what the file says of one scenario, with the values of its matrix in place.
struct ShowCommand {
    static let command = Command(
        "show", "Shows a scenario's file as it is for one combination of its matrix",
        discussion: """
            What is printed is a scenario file of its own. PATTERN takes * and **, and a path
            to a file of your own; '#' begins the name of each scenario.

            Try: fixture-server show framing/cut/chunked/rst
            """,
        options: [ServerOptions.root], operands: .many("ID", atLeast: 1))

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() -> Int32 {
        do throws(ScenarioError) {
            let catalog = try arguments.catalog()
            let scenarios = try Offer.load(arguments.operands, from: catalog, arguments)
            for (index, found) in scenarios.enumerated() {
                if index > 0 { Terminal.say("") }
                Terminal.say("# \(found.id)")
                Terminal.say(try ScenarioCatalog.resolved(found).trimmingCharacters(in: .newlines))
            }
            return ExitCode.success
        } catch {
            return Failure.report(error)
        }
    }
}
