internal import Foundation

/// Every event of some instances in a file, one JSON object a line.
///
/// The file is bounded and never has half a line, also when the disk is full. What was lost is told in the file, where the
/// next line or the end would be, and by ``close()``.
public actor TraceFile {
    private let path: String
    private let handle: FileHandle
    private let limit: Int
    private let encoder = JournalLine.encoder()
    private var size = 0
    /// How many events were lost since the last line.
    private var lost = 0
    private var lostInAll = 0
    private var isFull = false
    private var last: JournalLine?
    private var reason = ""

    /// Makes the file, or empties it.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - limit: How many bytes it may have; what comes later is counted and lost.
    /// - Throws: ``FixtureServerError`` when it cannot be written.
    public init(_ path: String, limit: Int = 1 << 30) throws {
        self.path = path
        self.limit = limit
        do {
            // Made by the write, so that a folder that is missing is said.
            try Data().write(to: URL(filePath: path))
            handle = try FileHandle(forWritingTo: URL(filePath: path))
        } catch {
            throw FixtureServerError(
                .unwritable, "The trace \(path) cannot be written: \(error.localizedDescription)", cause: error)
        }
    }

    /// Writes the events of an instance from its first to its last.
    public func follow(_ instance: Instance) async {
        for await event in instance.events { write(JournalLine(instance: instance.id, event)) }
    }

    /// Writes a line, or counts it as lost.
    func write(_ line: JournalLine) {
        let bytes = gap(in: line) + line.bytes(encoder)
        if size + bytes.count > limit {
            isFull = true
            reason = "it is full with \(limit) bytes"
        }
        if !isFull, put(bytes) {
            lost = 0
        } else {
            lost += 1
            lostInAll += 1
        }
    }

    /// Ends the file; what is to be said about events that were lost, or nil when none was.
    public func close() -> String? {
        if let last, lost > 0 { _ = put(gap(in: last)) }
        try? handle.close()
        return lostInAll == 0 ? nil : "the trace \(path) lacks \(lostInAll) events: \(reason)"
    }

    /// What stands in the place of lost events, if there were any.
    private func gap(in line: JournalLine) -> [UInt8] {
        last = line
        guard lost > 0 else { return [] }
        let gap = JournalEvent(number: line.event.number, time: line.event.time, kind: .missed(lost))
        return JournalLine(instance: line.instance, gap).bytes(encoder)
    }

    /// Writes bytes, all or none.
    private func put(_ bytes: [UInt8]) -> Bool {
        do {
            try handle.write(contentsOf: bytes)
            size += bytes.count
            return true
        } catch {
            try? handle.truncate(atOffset: UInt64(size))
            reason = error.localizedDescription
            return false
        }
    }
}
