/// Cuts a stream of bytes into lines without their line feeds.
///
/// Pure: how the bytes were cut on their way makes no difference.
struct LineSplitter {
    /// One line.
    enum Line: Sendable, Hashable {
        /// All of it.
        case whole([UInt8])
        /// More than the limit; this is its beginning, the rest was dropped.
        case tooLong([UInt8])
        /// The stream ended without a line feed behind it.
        case unfinished([UInt8])
    }

    let limit: Int
    private var pending: [UInt8] = []
    private var isDropping = false
    private(set) var lines: [Line] = []

    init(limit: Int) { self.limit = limit }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isDropping { lines.append(.whole(pending)) }
                pending.removeAll(keepingCapacity: true)
                isDropping = false
            } else if !isDropping {
                if pending.count == limit {
                    lines.append(.tooLong(pending))
                    pending.removeAll()
                    isDropping = true
                } else {
                    pending.append(byte)
                }
            }
        }
    }

    /// No more bytes will come.
    mutating func finish() {
        if !pending.isEmpty { lines.append(.unfinished(pending)) }
        pending = []
    }

    mutating func takeFirst() -> Line? { lines.isEmpty ? nil : lines.removeFirst() }
}
