/// The bytes received on a connection that belong to no request yet, so that each request's head can be kept as it was.
///
/// Usually a read brings exactly one head; then nothing is copied.
struct RequestInput {
    private var bytes: [UInt8] = []
    /// The place in the whole stream of the first byte kept.
    private var start: Int64 = 0

    /// Adds received bytes.
    mutating func append(_ more: [UInt8]) {
        if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
    }

    /// Forgets what lies in front of a place in the stream.
    mutating func forget(upTo place: Int64) {
        guard place > start else { return }
        bytes.removeFirst(min(Int(place - start), bytes.count))
        start = place
    }

    /// Takes out what lies in front of a place in the stream.
    mutating func take(upTo place: Int64) -> [UInt8] {
        let count = Int(place - start)
        guard count < bytes.count else { return takeAll() }
        let taken = Array(bytes[..<count])
        bytes.removeFirst(count)
        start = place
        return taken
    }

    /// Takes out everything.
    mutating func takeAll() -> [UInt8] {
        start += Int64(bytes.count)
        defer { bytes = [] }
        return bytes
    }
}
