import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

/// Suspending tasks of a real session (contract K01 to K05, S15).
@Suite(.timeLimit(.minutes(5))) struct SuspendTests {
    @Test(.tags(.K01, .K02)) func `a new task is suspended, and suspend nests`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil { await peer.send("HTTP/1.1 204 No\r\n\r\n") }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.suspend()
        task.suspend()
        task.resume()
        task.resume()
        #expect(task.state == .suspended)
        // Another task from start to end: this one has had its time to misbehave.
        _ = try await scratch.session().data(from: URL(server.url()))
        #expect(server.requests.count == 1)
        task.resume()
        #expect(task.state == .running)
        await witness.end()
        #expect(server.requests.count == 2)
        session.invalidateAndCancel()
    }

    @Test(.tags(.K03, .K04)) func `a suspended task is silent and goes on over the same connection`() async throws {
        let suspended = Gate()
        let sent = Gate()
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
                await suspended.pass()
                await peer.send("56789")
                sent.open()
            }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await witness.bytes(5)
        task.suspend()
        // The order is taken before the server goes on.
        _ = await session.allTasks
        suspended.open()
        await sent.pass()
        for _ in 0..<20 { _ = await session.allTasks }
        #expect(witness.content == Data("01234".utf8))
        task.resume()
        await witness.end()
        #expect(witness.content == Data("0123456789".utf8))
        #expect(server.connections == 1)
        session.invalidateAndCancel()
    }

    enum Framing: String, CaseIterable { case length, chunked, untilClose }

    @Test(.tags(.K03, .K04), arguments: Framing.allCases)
    func `suspended after any byte, a task goes on and repeats nothing`(framing: Framing) async throws {
        let body = "0123456789abcdef"
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                switch framing {
                case .length: await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n")
                case .chunked: await peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                case .untilClose: await peer.send("HTTP/1.1 200 OK\r\n\r\n")
                }
                for byte in body { await peer.send(framing == .chunked ? "1\r\n\(byte)\r\n" : "\(byte)") }
                if framing == .chunked { await peer.send("0\r\n\r\n") }
                if framing == .untilClose { return }
            }
        }
        let scratch = try Scratch()
        for count in 1...Int64(body.count) {
            let witness = Witness(
                Witness.Answers(bytes: { task, sum in
                    guard sum >= count, task.taskDescription == nil else { return }
                    task.taskDescription = "suspended once"
                    task.suspend()
                    task.resume()
                }))
            let session = scratch.session(witness)
            session.dataTask(with: URL(server.url())).resume()
            await witness.end()
            #expect(witness.content == Data(body.utf8), "suspended after \(count) bytes")
            #expect(witness.error == nil)
            session.invalidateAndCancel()
        }
    }

    @Test(.tags(.K03)) func `a download whose server left during the pause goes on by range`() async throws {
        let suspended = Gate()
        let left = Gate()
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                guard request.contains("Range: bytes=5-"), request.contains("If-Range: \"v1\"") else {
                    await peer.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 10\r\n\r\n01234")
                    await suspended.pass()
                    peer.finishSending()
                    left.open()
                    return
                }
                await peer.send(
                    "HTTP/1.1 206 Part\r\nETag: \"v1\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789"
                )
            }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.downloadTask(with: URL(server.url()))
        task.resume()
        await witness.bytes(5)
        task.suspend()
        _ = await session.allTasks
        suspended.open()
        await left.pass()
        task.resume()
        await witness.end()
        #expect(witness.lines.withoutRepeats == ["wrote", "file", "end"])
        #expect(witness.file == Data("0123456789".utf8))
        #expect(server.requests.count == 2)
        session.invalidateAndCancel()
    }

    @Test(.tags(.S15))
    func `so many transfers run to one host, the others wait in order, and a suspended one makes room`()
        async throws
    {
        let door = Gate()
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nx")
                if !request.hasPrefix("GET /free ") { await door.pass() }
                await peer.send("y")
            }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness) { $0.httpMaximumConnectionsPerHost = 2 }
        let tasks = (1...5).map { session.dataTask(with: URL(server.url("/\($0)"))) }
        for task in tasks.prefix(4) { task.resume() }
        tasks[4].priority = 1
        tasks[4].resume()
        await witness.until { $0.filter { $0 == "data" }.count == 2 }
        for _ in 0..<20 { _ = await session.allTasks }
        #expect(Set(server.requests.map { $0.prefix(6) }) == ["GET /1", "GET /2"])
        tasks[0].suspend()
        await witness.until { $0.filter { $0 == "data" }.count == 3 }
        #expect(server.requests.last?.hasPrefix("GET /5") == true)
        door.open()
        tasks[0].resume()
        await witness.end(of: 5)
        #expect(server.requests.count == 5)
        // Two connections: who is first of those that start together is not ours to say.
        #expect(Set(server.requests.suffix(2).map { $0.prefix(6) }) == ["GET /3", "GET /4"])
        #expect(witness.error == nil)
        session.invalidateAndCancel()
    }

    @Test(.tags(.S12, .K05, .D03, .E02))
    func `silence ends a task, but not while it is suspended or the application decides`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nx")
                await peer.untilClientLeaves()
            }
        }
        // A crowded machine may need longer than the timeout to bring the head; then a longer one is tried.
        var timeout = 0.5
        while try await !silenceEnds(after: timeout, of: URL(server.url())) { timeout *= 2 }
    }

    /// Whether the head came in time; if so, what silence does after it has been checked.
    private func silenceEnds(after timeout: TimeInterval, of url: URL) async throws -> Bool {
        let witness = Witness(Witness.Answers(response: { _ in nil }))
        let scratch = try Scratch()
        let session = scratch.session(witness) { $0.timeoutIntervalForRequest = timeout }
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: url)
        task.resume()
        await witness.until { !$0.isEmpty }
        guard witness.lines == ["response 200"] else {
            try #require(witness.lines == ["end -1001"] && timeout < 100)
            return false
        }
        // Tasks of another session run into their timeouts meanwhile, for longer than this one's.
        let other = scratch.session { $0.timeoutIntervalForRequest = timeout * 0.6 }
        defer { other.invalidateAndCancel() }
        for _ in 0..<2 {
            let error = await #expect(throws: URLError.self) { try await other.data(from: url) }
            #expect(error?.code == .timedOut)
            #expect(error?.httpSessionFailure?.code == .idleTimeout)
        }
        task.suspend()
        witness.answerLate(.allow)
        for _ in 0..<2 {
            await #expect(throws: URLError.self) { try await other.data(from: url) }
        }
        #expect(witness.lines == ["response 200"])
        let resumed = ContinuousClock.now
        task.resume()
        await witness.end()
        #expect(ContinuousClock.now - resumed >= .seconds(timeout))
        #expect(witness.lines == ["response 200", "data", "end -1001"])
        return true
    }

    @Test(.tags(.S14, .E02)) func `a drip that never stops ends by the timeout of the whole`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n")
            while await peer.send("x") {}
        }
        let scratch = try Scratch()
        let session = scratch.session { $0.timeoutIntervalForResource = 0.2 }
        let started = ContinuousClock.now
        let error = await #expect(throws: URLError.self) { try await session.download(from: URL(server.url())) }
        #expect(ContinuousClock.now - started >= .milliseconds(200))
        #expect(error?.code == .timedOut)
        #expect(error?.httpSessionFailure?.code == .requestTimeout)
        session.invalidateAndCancel()
    }
}
