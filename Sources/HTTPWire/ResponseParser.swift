public import HTTPMessages

/// Reads the responses of one connection and says honestly how each one ended.
///
/// Say with ``expect(_:)`` which requests were sent, feed octets with ``receive(_:)`` and the connection's end with
/// ``receiveEnd(_:)``, and ask ``next()`` until it says nil. In heads it forgives what a user agent must or may: lines that
/// end with LF, folded lines, a missing reason phrase (RFC 9112 §2.2, §4, §5.2; contract F07 to F09). Nothing is forgiven
/// that decides where a body ends.
public struct ResponseParser: Sendable {
    /// What the octets mean.
    public enum Event: Hashable, Sendable {
        /// An interim response, to be followed by another (RFC 9110 §15.2).
        case interim(HTTPResponseHead)
        /// The head of the final response and how its body will end.
        case head(HTTPResponseHead, BodyFraming)
        /// The next octets of the content; never empty.
        case body(ArraySlice<UInt8>)
        /// The response is over, with the trailer fields of a chunked body.
        case end(Completeness, trailers: HTTPFields)
        /// No response of HTTP/1: close the connection.
        case failure(WireFailure)
    }

    /// How a connection ended.
    public enum ConnectionEnd: Hashable, Sendable {
        /// The peer said that nothing more comes (FIN).
        case closed
        /// A reset or another error, with which anything may have been lost.
        case aborted
    }

    private enum State {
        case statusLine
        case fields(StatusLine, FieldBlock)
        case length(declared: Int64, received: Int64)
        case chunked(ChunkedDecoder)
        case untilClose(received: Int64)
        case end(Completeness, trailers: HTTPFields)
        case closed
    }

    private var state = State.statusLine
    private var buffer: [UInt8] = []
    private var position = 0
    private var lines = LineReader()
    private var methods: [HTTPMethod] = []
    private var interimCame = false
    private var connectionEnd: ConnectionEnd?
    private let limits: Limits

    /// Tells whether another response may follow the one whose head came last.
    public private(set) var keepsAlive = true

    /// Makes a parser for one connection.
    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Tells that a request with this method was sent; without it, a response is taken as the answer to a GET.
    public mutating func expect(_ method: HTTPMethod) {
        methods.append(method)
    }

    /// Adds octets that have arrived.
    public mutating func receive(_ octets: [UInt8]) {
        if case .closed = state { return }
        if position == buffer.count {
            buffer = octets
        } else {
            buffer.removeSubrange(..<position)
            buffer.append(contentsOf: octets)
        }
        position = 0
    }

    /// Tells that the connection has ended, behind everything that was received.
    public mutating func receiveEnd(_ end: ConnectionEnd) {
        connectionEnd = end
    }

    /// Takes out what has been received and not been read, for a connection that stops speaking HTTP.
    public mutating func takeUnread() -> [UInt8] {
        let unread = Array(buffer[position...])
        buffer = []
        position = 0
        return unread
    }

    /// The next event, or nil when more octets are needed or none can come.
    ///
    /// After the last response, the end of the connection is no event.
    public mutating func next() -> Event? {
        let event: Event?
        switch state {
        case .statusLine:
            event = readStatusLine()
        case .fields(let line, let block):
            state = .closed
            event = readFields(line, block)
        case .length(let declared, let received):
            event = readLength(declared, received)
        case .chunked(let decoder):
            state = .closed
            event = readChunks(decoder)
        case .untilClose(let received):
            event = takeContent(atMost: .max).map { .body($0) }
            if case .body(let content)? = event { state = .untilClose(received: received + Int64(content.count)) }
        case .end(let completeness, let trailers):
            state = completeness == .complete && keepsAlive ? .statusLine : .closed
            return .end(completeness, trailers: trailers)
        case .closed:
            return nil
        }
        guard event == nil, let connectionEnd else { return event }
        return end(connectionEnd)
    }

    private mutating func readStatusLine() -> Event? {
        switch lines.read(buffer, from: position, limit: limits.statusLine, ending: .tolerant) {
        case .incomplete:
            return nil
        case .tooLong, .bareLineFeed:
            return fail(
                WireFailure(
                    .lineTooLong, "The status line is longer than \(limits.statusLine) octets.", "RFC 9112 §4"))
        case .line(let range, let next):
            position = next
            do {
                let line = try StatusLine(parsing: buffer[range])
                return readFields(line, FieldBlock(limits: limits.fields, ending: .tolerant))
            } catch {
                return fail(error)
            }
        }
    }

    private mutating func readFields(_ line: StatusLine, _ block: consuming FieldBlock) -> Event? {
        switch block.read(buffer, at: &position) {
        case .incomplete:
            state = .fields(line, block)
            return nil
        case .failed(let failure):
            return fail(failure)
        case .complete:
            let head = HTTPResponseHead(
                status: line.status, reason: line.reason, version: line.version, fields: block.fields)
            if HTTPStatus.isInterim(head.status) {
                interimCame = true
                state = .statusLine
                return .interim(head)
            }
            return begin(head)
        }
    }

    private mutating func begin(_ head: HTTPResponseHead) -> Event {
        let method = methods.isEmpty ? .get : methods.removeFirst()
        interimCame = false
        do {
            let framing = try ResponseRules.framing(head, answering: method)
            keepsAlive = ResponseRules.keepsAlive(head, framing)
            switch framing {
            case .none: state = .end(.complete, trailers: [:])
            case .length(let length): state = .length(declared: length, received: 0)
            case .chunked: state = .chunked(ChunkedDecoder(limits: limits.chunks, trailerEnding: .tolerant))
            case .untilClose: state = .untilClose(received: 0)
            }
            return .head(head, framing)
        } catch {
            return fail(error)
        }
    }

    private mutating func readLength(_ declared: Int64, _ received: Int64) -> Event? {
        guard let content = takeContent(atMost: declared - received) else { return nil }
        let total = received + Int64(content.count)
        state = total == declared ? .end(.complete, trailers: [:]) : .length(declared: declared, received: total)
        return .body(content)
    }

    private mutating func readChunks(_ decoder: consuming ChunkedDecoder) -> Event? {
        switch decoder.step(buffer, at: &position) {
        case .content(let range):
            state = .chunked(decoder)
            return .body(buffer[range])
        case .incomplete:
            state = .chunked(decoder)
            return nil
        case .end(let trailers):
            state = .end(.complete, trailers: trailers)
            return next()
        case .failed(let failure):
            return fail(failure)
        }
    }

    private mutating func takeContent(atMost limit: Int64) -> ArraySlice<UInt8>? {
        let available = buffer.count - position
        guard available > 0 else { return nil }
        let taken = limit < Int64(available) ? Int(limit) : available
        defer { position += taken }
        return buffer[position..<(position + taken)]
    }

    /// What the end of the connection makes of the response that is under way.
    private mutating func end(_ connectionEnd: ConnectionEnd) -> Event? {
        let completeness: Completeness?
        switch state {
        case .statusLine where position == buffer.count:
            // Interim responses promise a final one, and so does a request that has not been answered.
            completeness = methods.isEmpty && !interimCame ? nil : .nothing
        case .statusLine, .fields:
            completeness = .insideHead
        case .length(let declared, let received):
            completeness =
                connectionEnd == .closed
                ? .truncated(declared: declared, received: received) : .aborted(received: received)
        case .chunked(let decoder):
            if decoder.hasLastChunk {
                // All content is here; only trailers or the last CR LF are missing (RFC 9112 §8).
                completeness = .complete
                keepsAlive = false
            } else if connectionEnd == .closed {
                completeness = .unfinishedChunks(received: decoder.received)
            } else {
                completeness = .aborted(received: decoder.received)
            }
        case .untilClose(let received):
            completeness =
                connectionEnd == .closed ? .endedByClose(received: received) : .aborted(received: received)
        case .end, .closed:
            completeness = nil
        }
        state = .closed
        return completeness.map { .end($0, trailers: [:]) }
    }

    private mutating func fail(_ failure: WireFailure) -> Event {
        state = .closed
        buffer = []
        position = 0
        return .failure(failure)
    }
}
