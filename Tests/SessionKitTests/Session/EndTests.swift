import Foundation
import HTTPMessages
import Locks
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Cancel, invalidation, and exactly one end (contract K06 to K11, S06 to S09).
@Suite(.timeLimit(.minutes(5))) struct EndTests {
    private static func hanging(_ head: String = "") async throws -> RawServer {
        try await RawServer { peer in
            _ = await peer.request()
            await peer.send(head)
            await peer.untilClientLeaves()
        }
    }

    @Test(.tags(.K07)) func `cancelled before it was resumed, a task ends and opens no socket`() async throws {
        let server = try await Self.hanging()
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.cancel()
        #expect(task.state == .canceling || task.state == .completed)
        await witness.end()
        task.resume()
        task.cancel()
        #expect(task.state == .completed)
        #expect(witness.lines == ["end -999"])
        #expect(server.connections == 0)
        session.invalidateAndCancel()
    }

    @Test(.tags(.K06)) func `cancelled in the body, a task ends while the server still holds`() async throws {
        let server = try await Self.hanging("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await witness.bytes(5)
        task.cancel()
        task.cancel()
        await witness.end()
        #expect(witness.lines == ["response 200", "data", "end -999"])
        #expect((task.error as? URLError)?.code == .cancelled)
        #expect((task.error as? URLError)?.failingURL == URL(server.url()))
        session.invalidateAndCancel()
    }

    @Test(.tags(.K11)) func `cancelled while the application decides, late answers change nothing`() async throws {
        let server = try await Self.hanging("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        let witness = Witness(Witness.Answers(response: { _ in nil }))
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await witness.until { $0.contains("response 200") }
        task.cancel()
        await witness.end()
        witness.answerLate(.allow)
        for _ in 0..<20 { _ = await session.allTasks }
        #expect(witness.lines == ["response 200", "end -999"])
        session.invalidateAndCancel()
    }

    @Test(.tags(.S07, .S09)) func `invalidating with cancel ends every task before the session's last message`()
        async throws
    {
        let server = try await Self.hanging("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        var tasks: [HTTPSessionTask] = []
        for number in 0..<50 {
            let url = URL(server.url("/\(number)"))
            let task: HTTPSessionTask = number % 2 == 0 ? session.dataTask(with: url) : session.downloadTask(with: url)
            if number % 3 > 0 { task.resume() }
            if number % 5 == 0 { task.suspend() }
            tasks.append(task)
        }
        await witness.bytes(1)
        #expect(await session.allTasks.count == 50)
        session.invalidateAndCancel()
        await witness.until { $0.last == "invalid" }
        #expect(witness.lines.filter { $0 == "end -999" }.count == 50)
        #expect(tasks.allSatisfy { $0.state == .completed })
        await scratch.untilEmpty()
        #expect(session.delegate == nil)
    }

    @Test(.tags(.S06, .S08)) func `finishing lets running tasks end, and a late one is cancelled at once`() async throws
    {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await gate.pass()
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(server.url())).resume()
        session.finishTasksAndInvalidate()
        let late = session.dataTask(with: URL(server.url()))
        await witness.until { $0 == ["end -999"] }
        #expect(late.state == .completed)
        gate.open()
        await witness.until { $0.last == "invalid" }
        #expect(witness.lines == ["end -999", "response 204", "end", "invalid"])
    }

    @Test(.tags(.S06)) func `the session's last message comes behind an end that a slow delegate has yet to hear`()
        async throws
    {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
            await gate.pass()
            await peer.send("lo")
        }
        // The delegate is still busy with the first piece when the engine is done with the task.
        let witness = Witness(
            Witness.Answers(bytes: { task, _ in
                gate.open()
                while task.state != .completed { Thread.sleep(forTimeInterval: 0.001) }
            }))
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(server.url())).resume()
        session.finishTasksAndInvalidate()
        await witness.until { $0.last == "invalid" }
        #expect(witness.lines == ["response 200", "data", "data", "end", "invalid"])
    }

    @Test(.tags(.S02)) func `a session holds its delegate until it is invalid, and no longer`() async throws {
        let scratch = try Scratch()
        weak var probe: Witness?
        let session: HTTPSession
        do {
            let witness = Witness()
            probe = witness
            session = scratch.session(witness)
        }
        #expect(probe != nil)
        session.finishTasksAndInvalidate()
        while session.delegate != nil { await Task.yield() }
        #expect(probe == nil)
    }

    @Test(.tags(.S06)) func `the shared session is not invalidated`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        HTTPSession.shared.invalidateAndCancel()
        let (_, response) = try await HTTPSession.shared.data(from: URL(server.url()))
        #expect(response.statusCode == 204)
    }

    @Test(.tags(.K08, .E22), arguments: ["ftp://127.0.0.1/", "x:", "http:///x", "/nowhere"])
    func `a URL nobody can ask for still ends its task`(url: String) async throws {
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(url)).resume()
        await witness.end()
        #expect(witness.lines == [url == "http:///x" ? "end -1000" : "end -1002"])
        session.invalidateAndCancel()
    }

    /// `SLUICE_STRESS=10000` is the contract's number; a test run takes fewer.
    static let count = ProcessInfo.processInfo.environment["SLUICE_STRESS"].flatMap(Int.init) ?? 1000

    @Test(.tags(.K09, .K10)) func `tasks cancelled at random points end exactly once each`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 8\r\n\r\n")
                await peer.send("0123")
                await peer.send("4567")
            }
        }
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = Dice(seed)
        let witness = Witness(
            Witness.Answers(bytes: { task, _ in
                if task.taskDescription == "at the bytes" { task.cancel() }
            }))
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 4
        let scratch = try Scratch()
        let session = scratch.session(witness, queue: queue)
        let handlers = Handlers()
        for number in 0..<Self.count {
            let url = URL(server.url("/\(number)"))
            let task: HTTPSessionTask =
                Bool.random(using: &generator) ? session.dataTask(with: url) : session.downloadTask(with: url)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: task.taskDescription = "at the bytes"
            case 1: task.cancel()
            case 2:
                task.resume()
                Task { task.cancel() }
            case 3:
                task.resume()
                task.suspend()
                Task {
                    task.resume()
                    await Task.yield()
                    task.cancel()
                }
            case 4:
                Task {
                    for _ in 0..<number % 50 { await Task.yield() }
                    if let download = task as? HTTPSessionDownloadTask {
                        handlers.count.withLock { $0.asked += 1 }
                        download.cancel { data in
                            handlers.count.withLock { $0.called += 1 }
                            if let data { session.downloadTask(withResumeData: data).cancel() }
                        }
                    } else {
                        task.cancel()
                    }
                }
            default: break
            }
            task.resume()
        }
        await witness.end(of: Self.count)
        session.finishTasksAndInvalidate()
        await witness.until { $0.last == "invalid" }
        let resumed = witness.ends - Self.count
        #expect(resumed >= 0, "seed \(seed)")
        #expect(handlers.count.withLock { $0.asked == $0.called }, "seed \(seed)")
        #expect(resumed <= handlers.count.withLock { $0.called }, "seed \(seed)")
    }
}

/// How many handlers were handed over, and called.
private final class Handlers: Sendable {
    let count = Locked((asked: 0, called: 0))
}

/// Random numbers that a seed repeats (splitmix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
