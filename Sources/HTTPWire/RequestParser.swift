public import HTTPMessages

/// Reads requests from octets, strictly: what RFC 9112 lets a server refuse is refused.
///
/// Feed it with ``receive(_:)``, then ask ``next()`` until it says nil; how the octets were cut into pieces never
/// changes what comes out. Requests that were pipelined wait inside until asked for. Lines must end with CR LF: a lone LF
/// or CR is where two readers of one message begin to disagree (RFC 9112 §2.2 leaves the choice). Empty lines in front of
/// a request are skipped. Upgrade is not known and so ignored (RFC 9110 §7.8).
public struct RequestParser: Sendable {
    /// What the octets mean.
    public enum Event: Hashable, Sendable {
        /// A request has begun.
        case head(IncomingRequest)
        /// The next octets of its content; never empty.
        case body(ArraySlice<UInt8>)
        /// All of the request is here, with the trailer fields of a chunked body.
        case end(trailers: HTTPFields)
        /// Not a request that can be answered by its own terms: send the failure's status and close.
        case failure(WireFailure)
    }

    private enum State {
        case requestLine
        case fields(RequestLine, FieldBlock)
        case length(remaining: Int64)
        case chunked(ChunkedDecoder)
        case end(HTTPFields)
        /// Nothing more is read: the client said it was the last request, or it failed.
        case closed
    }

    private var state = State.requestLine
    private var buffer: [UInt8] = []
    private var position = 0
    private var received: Int64 = 0
    private var lines = LineReader()
    private var keepsAlive = true
    private let limits: Limits

    /// Makes a parser for one connection.
    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Adds octets that have arrived.
    public mutating func receive(_ octets: [UInt8]) {
        if case .closed = state { return }
        received += Int64(octets.count)
        if position == buffer.count {
            buffer = octets
        } else {
            buffer.removeSubrange(..<position)
            buffer.append(contentsOf: octets)
        }
        position = 0
    }

    /// Tells whether no request is under way: the peer may leave now without anything being lost.
    public var isIdle: Bool {
        if case .requestLine = state { position == buffer.count } else { false }
    }

    /// How many of the octets received have been read, or thrown away after a failure.
    ///
    /// Behind a head event it marks the head's end, for whoever keeps the octets themselves.
    public var consumed: Int64 { received - Int64(buffer.count - position) }

    /// Takes out what has been received and not been read, for a connection that stops speaking HTTP.
    public mutating func takeUnread() -> [UInt8] {
        let unread = Array(buffer[position...])
        buffer = []
        position = 0
        return unread
    }

    /// The next event, or nil when more octets are needed or none are wanted any more.
    public mutating func next() -> Event? {
        switch state {
        case .requestLine:
            return readRequestLine()
        case .fields(let line, let block):
            state = .closed
            return readFields(line, block)
        case .length(let remaining):
            return readLength(remaining)
        case .chunked(let decoder):
            state = .closed
            return readChunks(decoder)
        case .end(let trailers):
            state = keepsAlive ? .requestLine : .closed
            return .end(trailers: trailers)
        case .closed:
            return nil
        }
    }

    private mutating func readRequestLine() -> Event? {
        while true {
            switch lines.read(buffer, from: position, limit: limits.requestLine, ending: .strict) {
            case .incomplete:
                return nil
            case .tooLong:
                return fail(
                    WireFailure(
                        .lineTooLong, "The request line is longer than \(limits.requestLine) octets.", "RFC 9112 §3"))
            case .bareLineFeed:
                return fail(
                    WireFailure(.badStartLine, "The request line ends with LF; CR LF is required.", "RFC 9112 §2.2"))
            case .line(let range, let next):
                position = next
                if range.isEmpty { continue }
                do {
                    let line = try RequestLine(buffer, range)
                    return readFields(line, FieldBlock(limits: limits.fields, ending: .strict))
                } catch {
                    return fail(error)
                }
            }
        }
    }

    private mutating func readFields(_ line: RequestLine, _ block: consuming FieldBlock) -> Event? {
        switch block.read(buffer, at: &position) {
        case .incomplete:
            state = .fields(line, block)
            return nil
        case .failed(let failure):
            return fail(failure)
        case .complete:
            let head = HTTPRequestHead(
                method: line.method, target: line.target, version: line.version, fields: block.fields)
            do {
                let request = try RequestRules.judge(head, bodyLimit: limits.body)
                keepsAlive = request.keepsAlive
                switch request.framing {
                case .length(let length): state = .length(remaining: length)
                case .chunked: state = .chunked(ChunkedDecoder(limits: limits.chunks))
                case .none, .untilClose: state = .end([:])
                }
                return .head(request)
            } catch {
                return fail(error)
            }
        }
    }

    private mutating func readLength(_ remaining: Int64) -> Event? {
        let available = buffer.count - position
        guard available > 0 else { return nil }
        let taken = remaining < Int64(available) ? Int(remaining) : available
        let content = buffer[position..<(position + taken)]
        position += taken
        state = remaining == Int64(taken) ? .end([:]) : .length(remaining: remaining - Int64(taken))
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
            state = .end(trailers)
            return next()
        case .failed(let failure):
            return fail(failure)
        }
    }

    private mutating func fail(_ failure: WireFailure) -> Event {
        state = .closed
        buffer = []
        position = 0
        return .failure(failure)
    }
}
