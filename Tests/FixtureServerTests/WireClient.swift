import EventLoop
import HTTPMessages
import HTTPWire
import Scenarios

/// A client that sends and receives bytes as they are, one connection, on a loop of its own.
actor WireClient: LoopActor {
    /// A response as read to its end.
    struct Response: Sendable {
        var head: HTTPResponseHead
        var body: [UInt8] = []
        var completeness: Completeness?
        var interim: [Int] = []

        subscript(name: String) -> String? { head.fields[name] }
    }

    nonisolated let loop = EventLoop(name: "wire-client")
    private var connection: Connection?
    private var parser = ResponseParser()
    /// Everything that was received, heads included.
    private(set) var received: [UInt8] = []

    /// Connects to the address of a URL `http://127.0.0.1:PORT`.
    init(_ url: String, receiveBuffer: Int? = nil) async throws {
        let port = Int(url.split(separator: ":").last ?? "") ?? 0
        try await connect(port: port, receiveBuffer: receiveBuffer)
    }

    private func connect(port: Int, receiveBuffer: Int?) async throws {
        connection = try await Connection.connect(port: port, receiveBuffer: receiveBuffer, on: loop)
    }

    /// Sends text as it is.
    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) async throws { try await connection?.write(bytes) }

    /// How many bytes of uploads the kernel has taken.
    private(set) var uploaded = 0

    /// Sends the start of pattern 0, so many bytes of it.
    func upload(_ count: Int) async throws {
        while uploaded < count, let connection {
            let piece = PatternStream(seed: 0).bytes(from: Int64(uploaded), count: min(64 << 10, count - uploaded))
            var rest = OutputPieces([piece[...]])
            while !rest.isEmpty { uploaded += try await connection.writeSome(&rest) }
        }
    }

    /// Sends a request of HTTP/1.1 without content.
    func get(_ target: String, method: HTTPMethod = "GET", _ fields: [String] = []) async throws {
        parser.expect(method)
        let lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + fields + ["", ""]
        try await send(lines.joined(separator: "\r\n"))
    }

    /// Sends a request as it is, whose response is to be read as the answer to this method.
    func expect(_ method: HTTPMethod, _ request: String) async throws {
        parser.expect(method)
        try await send(request)
    }

    /// Sends a request and reads the response to its end.
    func fetch(_ target: String, method: HTTPMethod = "GET", _ fields: [String] = []) async throws -> Response {
        try await get(target, method: method, fields)
        return await response()
    }

    /// Reads a response to its end, or to the end of the connection.
    func response() async -> Response {
        var response = Response(head: HTTPResponseHead(status: 0))
        while true {
            switch parser.next() {
            case .interim(let head): response.interim.append(head.status)
            case .head(let head, _): response.head = head
            case .body(let bytes): response.body += bytes
            case .end(let completeness, _):
                response.completeness = completeness
                return response
            case .failure: return response
            case nil: guard await receive() else { return response }
            }
        }
    }

    /// Reads until so many bytes were received in all, or the connection ended.
    func receive(atLeast count: Int) async -> [UInt8] {
        while received.count < count, await receive() {}
        return received
    }

    /// Reads so many bytes and keeps none; the result is how many there were.
    func drop(atLeast count: Int) async -> Int {
        var dropped = 0
        while dropped < count, let bytes = await connection?.read() { dropped += bytes.count }
        return dropped
    }

    /// Reads until a text was received, or the connection ended.
    func receive(until text: String) async -> [UInt8] {
        while received.firstRange(of: Array(text.utf8)) == nil, await receive() {}
        return received
    }

    /// Reads to the end of the connection, and says which it was.
    func receiveAll() async -> Connection.PeerEnd? {
        while await receive() {}
        return connection?.peerEnd
    }

    private func receive() async -> Bool {
        guard let bytes = await connection?.read() else {
            parser.receiveEnd(connection?.peerEnd == .reset ? .aborted : .closed)
            if let last = parserEnd { return last }
            return false
        }
        received += bytes
        parser.receive(bytes)
        return true
    }

    private var hasToldEnd = false
    /// The parser gets one more look after the end.
    private var parserEnd: Bool? {
        defer { hasToldEnd = true }
        return hasToldEnd ? nil : true
    }

    /// Says that nothing more will be sent.
    func halfClose() { connection?.shutdownWriting() }

    /// Leaves with FIN, or with RST where bytes are unread.
    func close() { connection?.close() }

    /// Leaves with RST.
    func reset() async { await connection?.reset(waitingAtMost: .zero) }
}
