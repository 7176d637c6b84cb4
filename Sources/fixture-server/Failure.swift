import CommandLineOptions
import Fixtures
import Scenarios

/// Says why the program ends before its time, and with which code.
enum Failure {
    /// Writes one line for each thing that is wrong; the result is the exit code.
    static func report(_ error: any Error) -> Int32 {
        switch error {
        case let error as BehaviourError:
            let lines = error.lines { $0.option + ": " }
            for line in lines.split(separator: "\n") { Terminal.note("fixture-server: \(line)") }
            return ExitCode.usage
        case let error as UsageError:
            Command.fail(error)
        case is ScenarioError, is FixtureError, is Announcement.Failure, is PortFile.Failure:
            Terminal.note("fixture-server: \(error)")
            return ExitCode.usage
        default:
            Terminal.note("fixture-server: \(error)")
            return 1
        }
    }
}
