import EventLoop
import Locks

/// The server's side of one connection.
public final class RawPeer {
    private let connection: Connection
    private let record: RawRecord
    private var input: [UInt8] = []
    private var isEnded = false

    init(_ connection: Connection, _ record: RawRecord) {
        self.connection = connection
        self.record = record
    }

    /// Reads the head of the next request; nil when the client has left.
    public func request() async -> String? {
        while true {
            if let end = input.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: input[..<end.lowerBound], as: UTF8.self)
                input.removeFirst(end.upperBound)
                record.requests.withLock { $0.append(head) }
                return head
            }
            guard let more = await connection.read() else { return nil }
            input.append(contentsOf: more)
        }
    }

    /// Reads so many bytes of content; fewer when the client leaves.
    public func content(_ count: Int) async -> [UInt8] {
        while input.count < count, let more = await connection.read() { input.append(contentsOf: more) }
        let content = Array(input.prefix(count))
        input.removeFirst(content.count)
        return content
    }

    /// Sends bytes; false when the client has left.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) async -> Bool {
        do {
            try await connection.write(Array(bytes))
            return true
        } catch {
            return false
        }
    }

    /// Sends text; false when the client has left.
    @discardableResult
    public func send(_ text: String) async -> Bool { await send(text.utf8) }

    /// Ends the connection with FIN, once the client has read everything.
    public func end() async {
        guard !isEnded else { return }
        isEnded = true
        await connection.finish()
    }

    /// Says that nothing more will be sent, at once.
    public func finishSending() { connection.shutdownWriting() }

    /// Cuts the connection with RST, once the client's kernel has everything.
    public func reset() async {
        isEnded = true
        await connection.reset()
    }

    /// Waits until the client has left.
    public func untilClientLeaves() async {
        while await connection.read() != nil {}
    }
}
