import CommandLineOptions
import Foundation
import Scenarios

/// `fixture-server check FILE…`: every complaint about every file, with its place.
struct CheckCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() -> Int32 {
        var complaints = 0
        var scenarios = 0
        let files = arguments.operands.flatMap(files)
        let fixtures = arguments.fixtureLibrary
        for path in files {
            guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
                Terminal.note("fixture-server: \(path) cannot be read")
                complaints += 1
                continue
            }
            let file = ScenarioFile(reading: [UInt8](bytes), path: path, fixtures: fixtures)
            for complaint in file.complaints { Terminal.note("\(complaint)") }
            complaints += file.complaints.count
            scenarios += file.scenarios.count
        }
        guard complaints == 0 else { return ExitCode.usage }
        Terminal.say("\(files.count) files, \(scenarios) scenarios, nothing to complain about")
        return ExitCode.success
    }

    /// The files of an operand: all below a folder, or the one.
    private func files(_ operand: String) -> [String] {
        guard let catalog = try? ScenarioCatalog(directory: URL(filePath: operand)) else { return [operand] }
        let folder = operand.hasSuffix("/") ? operand : operand + "/"
        return catalog.files().map { folder + $0 }
    }
}
