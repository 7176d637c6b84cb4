/// Turns the events of a run into one kind of report.
public protocol Recorder: Sendable {
    /// Takes the next event.
    mutating func record(_ event: RunEvent)
}
