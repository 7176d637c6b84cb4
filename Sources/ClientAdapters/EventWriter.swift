public import AdapterProtocol
internal import Foundation
internal import Locks

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Writes events to the runner: numbered, one line each, at once.
///
/// Whoever reports returns only when the line is written, so that a client is never asked for more before the runner
/// can know what it has handed over.
public final class EventWriter: Sendable {
    private let last = Locked(0)
    private let output: @Sendable ([UInt8]) -> Void

    /// Writes to a closure, one whole line at a time.
    public init(to output: @escaping @Sendable ([UInt8]) -> Void) {
        self.output = output
    }

    /// Writes to the process's standard output, and keeps everybody else from it.
    ///
    /// A client that prints something would break a line of the protocol; what it prints goes to the standard error.
    public static func standardOutput() -> EventWriter {
        let own = dup(STDOUT_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let output = FileHandle(fileDescriptor: own, closeOnDealloc: true)
        return EventWriter { line in
            // A runner that has gone away wants no more events; nothing is left to be done about it.
            try? output.write(contentsOf: Data(line))
        }
    }

    /// Writes an event.
    public func report(_ event: AdapterEvent) {
        last.withLock { last in
            last += 1
            do {
                output(try LineCoder().line(NumberedEvent(n: last, event: event)))
            } catch {
                let sorry = NumberedEvent(n: last, event: .adapterError(message: "\(event.ev): \(error)"))
                if let line = try? LineCoder().line(sorry) { output(line) }
            }
        }
    }
}
