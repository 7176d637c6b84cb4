import ChildProcesses
import EventLoop
import Foundation
import Scenarios
import TestSupport
import Testing

@testable import Conformance

/// A run in which scenarios of a test are played with a bundled client, as a process of its own.
struct Stage {
    var scenarios: [Scenario]
    var client = "sessionkit"
    var known = KnownFailures()
    var options = RunOptions(patience: .seconds(10))

    /// Reads scenarios; `isSound: false` leaves what the lint says aside, for lanes that it would refuse.
    init(_ yaml: String, isSound: Bool = true) throws {
        let text = "sluice: 1\ntitle: A test plays it\nwhy: A test wants it.\n" + yaml + "\n"
        let file = ScenarioFile(reading: Array(text.utf8), path: "stage.yaml")
        if isSound { try #require(file.complaints.isEmpty, "\(file.complaints)") }
        scenarios = file.scenarios
        try #require(!scenarios.isEmpty)
    }

    /// Plays everything.
    func play() async -> (outcome: RunOutcome, recording: Recording) {
        let recording = Recording()
        let program = Program.folder.appending(path: "conform").path
        let command = ChildCommand(program, ["adapter", client], environment: ["PATH": "/usr/bin:/bin"])
        let runner = Runner(options, recorders: [recording.recorder], loop: EventLoop(name: "stage"))
        let outcome = await runner.run(
            scenarios, entrants: [.init(ClientCommand(name: client, command: command), known: known)],
            all: Set(scenarios.map(\.id)))
        return (outcome, recording)
    }
}

extension Recording {
    /// What is said of one check in the last result.
    func verdict(_ check: String) -> Verdict? {
        results.last?.findings.first { $0.check == check }?.verdict
    }

    /// What is not simply right in the last result.
    var troubles: [String] {
        results.last?.findings.filter { $0.verdict != .pass }.map { "\($0.check) \($0.verdict): \($0.actual)" } ?? []
    }
}
