import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

/// Suspended with any number of octets of the content on the wire, and nothing else moving (contract K03, K04, S15).
@Suite(.timeLimit(.minutes(5))) struct SuspendSweepTests {
    enum Framing: String, CaseIterable { case length, chunked, untilClose }
    enum Kind: String, CaseIterable { case data, download }
    enum Cut: String, CaseIterable { case fin, rst }

    private static let body = Array("0123456789abcdef".utf8)

    /// The head and the framed content, from an offset on.
    private static func answer(_ framing: Framing, from offset: Int = 0) -> (head: String, wire: [UInt8]) {
        let rest = body[offset...]
        // Of chunks the client does not know how much there is: it asks for more than there is.
        guard !rest.isEmpty else {
            return ("HTTP/1.1 416 No\r\nContent-Range: bytes */16\r\nContent-Length: 0\r\n\r\n", [])
        }
        var head = offset > 0 ? "HTTP/1.1 206 Part\r\n" : "HTTP/1.1 200 OK\r\n"
        head += "ETag: \"v1\"\r\n"
        if offset > 0 { head += "Content-Range: bytes \(offset)-\(body.count - 1)/\(body.count)\r\n" }
        switch framing {
        case .length:
            return (head + "Content-Length: \(rest.count)\r\n\r\n", Array(rest))
        case .chunked:
            let chunks = stride(from: rest.startIndex, to: rest.endIndex, by: 5).map { start in
                let chunk = rest[start..<min(start + 5, rest.endIndex)]
                return "\(String(chunk.count, radix: 16))\r\n\(String(decoding: chunk, as: UTF8.self))\r\n"
            }
            return (head + "Transfer-Encoding: chunked\r\n\r\n", Array((chunks.joined() + "0\r\n\r\n").utf8))
        case .untilClose:
            return (head + "\r\n", Array(rest))
        }
    }

    /// How much content the first octets of the framed content hold.
    private static func content(_ framing: Framing, in count: Int) -> Int {
        guard framing == .chunked else { return min(count, body.count) }
        // Chunks of five, with a line of three octets before each and two behind.
        return min((count / 10) * 5 + max(0, min(5, count % 10 - 3)), body.count)
    }

    /// One task that is suspended when so many octets behind the head are sent.
    private struct Pause: Sendable {
        let sent = Gate()
        let isSuspended = Gate()
        let over = Gate()
    }

    private static func task(_ kind: Kind, _ url: String, in session: HTTPSession) -> HTTPSessionTask {
        switch kind {
        case .data: session.dataTask(with: URL(url))
        case .download: session.downloadTask(with: URL(url))
        }
    }

    private static func count(in request: String) -> Int {
        Int(request.dropFirst("GET /".count).prefix { $0.isNumber }) ?? 0
    }

    @Test(.tags(.K03, .K04, .S15), arguments: Framing.allCases, Kind.allCases)
    func `suspended at any octet, a task is silent, lets others by, and goes on over its connection without a gap`(
        framing: Framing, kind: Kind
    ) async throws {
        let (head, wire) = Self.answer(framing)
        let pauses = (0...wire.count).map { _ in Pause() }
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                guard !request.hasPrefix("GET /other ") else {
                    await peer.send("HTTP/1.1 204 No\r\n\r\n")
                    continue
                }
                let count = Self.count(in: request)
                let pause = pauses[count]
                await peer.send(Array(head.utf8) + wire.prefix(count))
                pause.sent.open()
                await pause.isSuspended.pass()
                await peer.send(wire.dropFirst(count))
                if framing == .untilClose { peer.finishSending() }
                pause.over.open()
                if framing == .untilClose { return await peer.untilClientLeaves() }
            }
        }
        let scratch = try Scratch()
        for (count, pause) in pauses.enumerated() {
            let connections = server.connections
            let content = Self.content(framing, in: count)
            let witness = Witness()
            let session = scratch.session(witness) { $0.httpMaximumConnectionsPerHost = 1 }
            let task = Self.task(kind, server.url("/\(count)"), in: session)
            task.resume()
            await pause.sent.pass()
            if content > 0 { await witness.bytes(Int64(content)) }
            let isWhole = framing != .untilClose && count == wire.count
            if isWhole { pause.isSuspended.open() } else { task.suspend() }
            // The only slot is free, though the connection is not: this one ends.
            let (_, other) = try await session.data(from: URL(server.url("/other")))
            #expect(other.statusCode == 204)
            pause.isSuspended.open()
            await pause.over.pass()
            _ = await session.allTasks
            if !isWhole {
                #expect(task.countOfBytesReceived == content, "behind \(count) octets")
                #expect(witness.ends == 0)
                task.resume()
            }
            await witness.end()
            #expect(witness.error == nil, "behind \(count) octets")
            let received = kind == .data ? witness.content : witness.file
            #expect(received == Data(Self.body), "behind \(count) octets")
            #expect(task.countOfBytesReceived == Self.body.count)
            // One for the task; the other one has it too when the task was whole before.
            #expect(server.connections - connections == (isWhole ? 1 : 2), "behind \(count) octets")
            #expect(server.requests.filter { $0.hasPrefix("GET /\(count) ") }.count == 1)
            session.invalidateAndCancel()
        }
    }

    private static let losses: [(Framing, Cut)] =
        Framing.allCases.flatMap { framing in Cut.allCases.map { (framing, $0) } }
        // Without a length, a FIN is an end like any other.
        .filter { $0 != (.untilClose, .fin) }

    @Test(.tags(.K03), arguments: losses, Kind.allCases)
    func `when the peer leaves meanwhile, a download goes on by range and a data task fails with what it had`(
        loss: (framing: Framing, cut: Cut), kind: Kind
    ) async throws {
        let framing = loss.framing
        let (head, wire) = Self.answer(framing)
        // The last line end of chunks may be missing, and is then no loss (RFC 9112 §8).
        let counts = 0..<(framing == .chunked ? wire.count - 2 : wire.count)
        let pauses = counts.map { _ in Pause() }
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                guard let range = request.firstRange(of: "Range: bytes=") else {
                    let count = Self.count(in: request)
                    await peer.send(Array(head.utf8) + wire.prefix(count))
                    pauses[count].sent.open()
                    await pauses[count].isSuspended.pass()
                    switch loss.cut {
                    case .fin: peer.finishSending()
                    case .rst: await peer.reset()
                    }
                    pauses[count].over.open()
                    return await peer.untilClientLeaves()
                }
                let offset = Int(request[range.upperBound...].prefix { $0.isNumber }) ?? 0
                let (head, wire) = Self.answer(framing, from: offset)
                await peer.send(Array(head.utf8) + wire)
                if framing == .untilClose { return }
            }
        }
        let scratch = try Scratch()
        for count in counts {
            let content = Self.content(framing, in: count)
            let witness = Witness()
            let session = scratch.session(witness)
            let task = Self.task(kind, server.url("/\(count)"), in: session)
            task.resume()
            await pauses[count].sent.pass()
            // Bytes that are not yet taken may be lost with a reset, so they are waited for; and so is the head.
            if content > 0 { await witness.bytes(Int64(content)) }
            if kind == .data { await witness.until { !$0.isEmpty } }
            while task.response == nil { await Task.yield() }
            task.suspend()
            _ = await session.allTasks
            pauses[count].isSuspended.open()
            await pauses[count].over.pass()
            #expect(witness.ends == 0)
            task.resume()
            await witness.end()
            let requests = server.requests.filter { $0.hasPrefix("GET /\(count) ") }
            if kind == .download, content > 0 {
                #expect(witness.error == nil, "behind \(count) octets")
                #expect(witness.lines.withoutRepeats == ["wrote", "file", "end"])
                #expect(witness.file == Data(Self.body), "behind \(count) octets")
                #expect(requests.count == 2)
                #expect(requests.last?.contains("Range: bytes=\(content)-") == true)
                #expect(requests.last?.contains("If-Range: \"v1\"") == true)
            } else {
                #expect(witness.error?.code == .networkConnectionLost, "behind \(count) octets")
                #expect(witness.content == Data(Self.body.prefix(content)))
                #expect(requests.count == 1)
            }
            #expect(task.countOfBytesReceived == (witness.error == nil ? Self.body.count : content))
            session.invalidateAndCancel()
        }
        await scratch.untilEmpty()
    }
}
