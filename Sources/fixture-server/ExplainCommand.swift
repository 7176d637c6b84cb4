import CommandLineOptions
import Scenarios

/// `fixture-server explain ID`: a scenario in words.
struct ExplainCommand {
    static let command = Command(
        "explain", "Says in words what a scenario's server does, and what then happens",
        discussion: """
            First what the server has, then the play of a server and a client that do
            everything right. ID may be a pattern, or the path of a file of your own.

            Try: fixture-server explain resume/after-reset/length
            """,
        options: [ServerOptions.root], operands: .many("ID", atLeast: 1))

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() -> Int32 {
        do throws(ScenarioError) {
            let scenarios = try Offer.load(arguments.operands, from: arguments.catalog(), arguments)
            let facts = BodyFacts(fixtures: arguments.fixtureLibrary)
            for (index, scenario) in scenarios.enumerated() {
                if index > 0 { Terminal.say("") }
                for line in Explanation(of: scenario, facts: facts).lines { Terminal.say(line) }
            }
            return ExitCode.success
        } catch {
            return Failure.report(error)
        }
    }
}
