import Locks

/// What happened, in order, written from anywhere; a test reads it when everything is over.
public final class Log<Entry: Sendable>: Sendable {
    private let written = Locked<[Entry]>([])

    /// An empty log.
    public init() {}

    /// Adds an entry.
    ///
    /// - Parameter entry: What happened.
    public func append(_ entry: Entry) { written.withLock { $0.append(entry) } }

    /// Everything so far.
    public var entries: [Entry] { written.withLock { $0 } }
}
