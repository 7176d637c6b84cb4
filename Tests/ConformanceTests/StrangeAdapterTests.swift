import AdapterProtocol
import ChildProcesses
import EventLoop
import Foundation
import Scenarios
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `A run with a strange adapter` {
    private static let hello =
        #"{"ev":"hello","n":1,"protocol":1,"client":{"name":"strange","version":"1"},"caps":["stream"],"limits":{}}"#

    /// Runs one small scenario with a shell script as the adapter.
    private func run(_ script: String) async throws -> (outcome: RunOutcome, recording: Recording) {
        let loop = EventLoop(name: "strange")
        let recording = Recording()
        let command = ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        let options = RunOptions(patience: .milliseconds(300))
        let runner = Runner(options, recorders: [recording.recorder], loop: loop)
        let scenario = try Story().scenario
        let outcome = await runner.run(
            [scenario], entrants: [.init(ClientCommand(name: "strange", command: command))], all: [scenario.id])
        return (outcome, recording)
    }

    private func refusal(_ recording: Recording) -> String {
        recording.events.compactMap { if case .clientFailed(_, let reason) = $0 { reason } else { nil } }.first ?? ""
    }

    @Test func `that cannot be started is named, and the run says so`() async throws {
        let (outcome, recording) = try await run("echo no such client >&2; exit 3")
        #expect(outcome == .clientMissing)
        #expect(refusal(recording).contains("exited with code 3"))
        #expect(refusal(recording).contains("no such client"))
    }

    @Test func `that writes garbage is an adapter's fault and no client's`() async throws {
        let (outcome, recording) = try await run(
            "read l; echo '\(Self.hello)'; echo 'Segmentation fault?'; cat >/dev/null")
        let verdicts = recording.results.flatMap(\.findings).map(\.verdict)
        #expect(outcome == .unexpected)
        #expect(verdicts.contains(.adapterError))
        #expect(!verdicts.contains(.crash))
    }

    @Test func `that dies in the middle is a crash, with its last words`() async throws {
        let (outcome, recording) = try await run(
            "read l; echo '\(Self.hello)'; while read l; do case $l in *start*) echo oops >&2; kill -SEGV $$;; esac; done"
        )
        let result = try #require(recording.results.last)
        #expect(outcome == .unexpected)
        #expect(result.verdict == .crash)
        #expect(result.errorOutput.contains("oops"))
        #expect(result.findings.first { $0.verdict == .crash }?.actual.contains("signal 11") == true)
    }

    @Test func `that falls silent is waited for no longer than the patience`() async throws {
        let (outcome, recording) = try await run("read l; echo '\(Self.hello)'; cat >/dev/null")
        let result = try #require(recording.results.last)
        #expect(outcome == .unexpected)
        #expect(result.verdict == .fail(.hang))
    }

    @Test func `that ignores the end is killed, and leaves no folder behind`() async throws {
        let script = "trap '' TERM; echo $TMPDIR >&2; read l; echo '\(Self.hello)'; while :; do sleep 1; done"
        let (_, recording) = try await run(script)
        let result = try #require(recording.results.last)
        let folder = result.errorOutput.filter { $0 != "\n" }
        #expect(recording.results.count == 1 && folder.contains("/conform-"))
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
