internal import Foundation

/// Writes each event of a run as one line of JSON.
public struct EventLinesRecorder: Recorder {
    private let write: @Sendable (String) -> Void

    /// Writes lines, line feed included, to a closure.
    public init(to write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Writes the next event.
    public func record(_ event: RunEvent) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(event) else { return }
        write(String(decoding: line, as: UTF8.self) + "\n")
    }
}
