import Dispatch
import Locks

/// Lines from a test to a thread that reads them one by one.
final class LineQueue: Sendable {
    private let lines = Locked<[String?]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ line: String) { append(line) }

    /// Behind the last line there is nothing, however often it is asked for.
    func close() { append(nil) }

    /// The next line, once there is one; nil at the end.
    func next() -> String? {
        count.wait()
        return lines.withLock { $0.removeFirst() }
    }

    private func append(_ line: String?) {
        lines.withLock { $0.append(line) }
        count.signal()
    }
}
