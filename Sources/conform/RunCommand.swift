import CommandLineOptions
import Conformance
import EventLoop
import Foundation
import Scenarios

/// `conform run [PATTERN…]`.
struct RunCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        let words = arguments.values(of: ConformCommand.client)
        let all: [Scenario]
        let selection: Selection
        let entrants: [Runner.Entrant]
        var recorders: [any Recorder]
        do {
            if words.count > 1, arguments[ConformCommand.knownFailures] != nil {
                throw UsageError(command: arguments.command, message: "--known-failures speaks of one client; give one")
            }
            all = try arguments.scenarios()
            selection = try Selection(arguments.patterns, from: all)
            entrants = try (words.isEmpty ? ["sessionkit"] : words).map { try Runner.Entrant($0, arguments) }
            recorders = try fileRecorders()
        } catch {
            Terminal.note(error is UsageError ? "\(error)" : "conform run: \(error)")
            return ExitCode.usage
        }
        let style = ConsoleRecorder.Style(isTerminal: Terminal.isTerminal, isColoured: Terminal.isColoured)
        // The table comes before the sentence with which the console ends.
        recorders.append(ComparisonRecorder(.text) { Terminal.write($0) })
        recorders.append(ConsoleRecorder(style) { Terminal.write($0) })
        let runner = Runner(
            arguments.runOptions, fixtures: arguments.fixtures, recorders: recorders, loop: EventLoop(name: "conform"))
        let outcome = await runner.run(selection.scenarios, entrants: entrants, all: Set(all.map(\.id)))
        return Int32(outcome.rawValue)
    }

    private func fileRecorders() throws -> [any Recorder] {
        guard let path = arguments[ConformCommand.report] else { return [] }
        let folder = URL(filePath: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lines = try ReportFile(folder.appending(path: "events.jsonl"))
        let results = try ReportFile(folder.appending(path: "results.json"))
        let junit = try ReportFile(folder.appending(path: "junit.xml"))
        let comparison = try ReportFile(folder.appending(path: "comparison.md"))
        return [
            EventLinesRecorder { lines.append($0) }, ResultsRecorder { results.replace(with: $0) },
            JUnitRecorder { junit.replace(with: $0) },
            ComparisonRecorder(.markdown) { comparison.replace(with: $0) },
        ]
    }
}

extension ParsedArguments {
    /// The options that a single scenario has to be run with again to fail again.
    private var rerunWords: [String] {
        [ConformCommand.root, ConformCommand.knownFailures].flatMap { option in
            self[option].map { ["--\(option.declaration.long)", $0] } ?? []
        }
    }

    /// How to run, as the command line says.
    var runOptions: RunOptions {
        RunOptions(
            jobs: self[ConformCommand.jobs] ?? 4, patience: self[ConformCommand.patience] ?? .seconds(3),
            seed: self[ConformCommand.seed] ?? 1, repetitions: self[ConformCommand.repeats] ?? 1,
            suite: "sluice \(version)", rerunWords: rerunWords, files: files)
    }
}
