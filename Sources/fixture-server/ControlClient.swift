import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import HTTPWire

/// The program's own client of the control API: one request, read line by line as it comes.
struct ControlClient {
    /// Why there are no lines.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let address: ControlAddress
    private let token: String?

    init(_ address: ControlAddress, token: String?) {
        self.address = address
        self.token = token
    }

    /// Asks, and hands over each line of the answer without its end.
    func lines(of path: String, _ use: ([UInt8]) -> Void) async throws {
        let head = request(path)
        let address = address
        let (pieces, sender) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let loop = EventLoop(name: "client")
        let task = loop.spawn(name: "trace") {
            do {
                try await Self.receive(head, from: address, on: loop) { sender.yield($0) }
                sender.finish()
            } catch {
                sender.finish(throwing: error)
            }
        }
        defer { task.cancel() }
        var rest: [UInt8] = []
        for try await piece in pieces {
            rest += piece
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                use(Array(rest[start..<end]))
                start = end + 1
            }
            rest.removeSubrange(..<start)
        }
    }

    private func request(_ path: String) -> HTTPRequestHead {
        var head = HTTPRequestHead(method: .get, target: FixtureServer.Control.prefix + path)
        head.fields.append("Host", address.authority)
        head.fields.append("User-Agent", "fixture-server/\(version)")
        head.fields.append("Accept", "application/x-ndjson, application/problem+json")
        if let token { head.fields.append("Authorization", "Bearer \(token)") }
        return head
    }

    private static func receive(
        _ head: HTTPRequestHead, from address: ControlAddress, on loop: EventLoop, _ use: ([UInt8]) -> Void
    ) async throws {
        let connection = try await Connection.connect(to: address.host, port: address.port, on: loop)
        defer { connection.close() }
        var bytes: [UInt8] = []
        HeadEncoder.append(head, to: &bytes)
        try await connection.write(bytes)
        var parser = ResponseParser()
        parser.expect(.get)
        var refusal: HTTPResponseHead?
        var content: [UInt8] = []
        while true {
            switch parser.next() {
            case .interim: continue
            case .head(let head, _): refusal = head.status == 200 ? nil : head
            case .body(let bytes) where refusal == nil: use(Array(bytes))
            case .body(let bytes): content += bytes
            case .end:
                guard let refusal else { return }
                throw Failure(description: sentence(refusal, content))
            case .failure(let failure): throw Failure(description: "\(address.authority): \(failure.description)")
            case nil:
                guard let bytes = await connection.read() else {
                    parser.receiveEnd(connection.peerEnd == .reset ? .aborted : .closed)
                    guard case .end? = parser.next() else {
                        throw Failure(description: "\(address.authority) ended the connection without an answer")
                    }
                    return
                }
                parser.receive(bytes)
            }
        }
    }

    /// What the server says about why not.
    private static func sentence(_ head: HTTPResponseHead, _ content: [UInt8]) -> String {
        struct Problem: Decodable { var detail: String }
        if let problem = try? JSONDecoder().decode(Problem.self, from: Data(content)) { return problem.detail }
        return "the answer is \(head.status) \(head.reason): is this the URL of a fixture-server?"
    }
}
