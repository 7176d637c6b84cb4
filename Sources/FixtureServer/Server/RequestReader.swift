internal import HTTPWire

/// Reads requests from what a connection receives, and keeps each head as it was until somebody takes it.
struct RequestReader {
    private var parser: RequestParser
    private var input = RequestInput()
    /// The place in the stream behind the head that was read last.
    private var headEnd: Int64 = 0

    /// Makes the reader of a connection.
    init(limits: FixtureServer.Limits) {
        parser = RequestParser(
            limits: RequestParser.Limits(
                requestLine: min(limits.headSize, 64 << 10), headerSection: limits.headSize,
                fieldCount: limits.fieldCount))
    }

    /// Adds bytes that were received.
    mutating func take(_ bytes: [UInt8]) {
        input.append(bytes)
        parser.receive(bytes)
    }

    /// The next event, if the bytes of one are there.
    mutating func next() -> RequestParser.Event? {
        guard let event = parser.next() else { return nil }
        // The parser has also consumed lines of a head that is not complete; those are still to be kept.
        switch event {
        case .head: headEnd = parser.consumed
        case .body, .end: input.forget(upTo: parser.consumed)
        case .failure: break
        }
        return event
    }

    /// The bytes of the head that was read last.
    mutating func takeHead() -> [UInt8] { input.take(upTo: headEnd) }

    /// All bytes that belong to no request yet.
    mutating func takeAll() -> [UInt8] { input.takeAll() }
}
