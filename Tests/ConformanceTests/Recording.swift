import Locks

@testable import Conformance

/// Keeps what a run tells.
final class Recording: Sendable {
    private let kept = Locked<[RunEvent]>([])

    var recorder: any Recorder { Pen(recording: self) }
    var events: [RunEvent] { kept.withLock { $0 } }
    var results: [ScenarioResult] {
        events.compactMap { if case .scenarioEnded(let result) = $0 { result } else { nil } }
    }

    private struct Pen: Recorder {
        let recording: Recording
        func record(_ event: RunEvent) { recording.kept.withLock { $0.append(event) } }
    }
}
