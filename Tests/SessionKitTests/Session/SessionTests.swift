import Foundation
import Locks
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a session is made with, and where it calls (contract S01 to S04, S11, S13, K14).
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
    private static func server(_ answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") async throws
        -> RawServer
    {
        try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("GET /nothing ") { return await peer.untilClientLeaves() }
                await peer.send(answer)
            }
        }
    }

    @Test(.tags(.S01)) func `a configuration that is edited later changes nothing, on either side`() async throws {
        let server = try await Self.server()
        let scratch = try Scratch()
        var mine = HTTPSessionConfiguration.ephemeral
        mine.temporaryDirectory = scratch.folder
        mine.httpAdditionalHeaders = ["X-A": "made"]
        let session = HTTPSession(configuration: mine)
        mine.httpAdditionalHeaders = ["X-A": "edited"]
        var copy = session.configuration
        copy.httpAdditionalHeaders = ["X-A": "copied"]
        #expect(session.configuration.httpAdditionalHeaders == ["X-A": "made"])
        _ = try await session.data(from: URL(server.url()))
        #expect(server.requests.first?.contains("X-A: made") == true)
        session.invalidateAndCancel()
    }

    /// Writes down on which queue it is called, and whether calls overlap.
    private final class Place: HTTPSessionDataDelegate {
        let queues = Log<OperationQueue?>()
        let hasEnded = Gate()
        private let isInside = Locked(false)
        let overlaps = Log<String>()

        private func note(_ name: String) {
            let isFirst = isInside.withLock { isInside in
                defer { isInside = true }
                return !isInside
            }
            if !isFirst { overlaps.append(name) }
            queues.append(OperationQueue.current)
            isInside.withLock { $0 = false }
        }

        func httpSession(
            _ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive response: HTTPSessionResponse,
            completionHandler: @escaping @Sendable (HTTPSession.ResponseDisposition) -> Void
        ) {
            note("response")
            completionHandler(.allow)
        }

        func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) { note("data") }

        func httpSession(
            _ session: HTTPSession, task: HTTPSessionTask, didFinishCollecting metrics: HTTPSessionTaskMetrics
        ) { note("metrics") }

        func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
            note("end")
        }

        func httpSession(_ session: HTTPSession, didBecomeInvalidWithError error: (any Error)?) {
            note("invalid")
            hasEnded.open()
        }
    }

    @Test(.tags(.S03), arguments: [nil, 1, 8])
    func `everything is told on the delegate queue, and without one on a serial queue`(width: Int?) async throws {
        let server = try await Self.server()
        let place = Place()
        var queue: OperationQueue?
        if let width {
            queue = OperationQueue()
            queue?.maxConcurrentOperationCount = width
        }
        let scratch = try Scratch()
        let session = scratch.session(place, queue: queue)
        if let queue { #expect(session.delegateQueue === queue) }
        if queue == nil { #expect(session.delegateQueue.maxConcurrentOperationCount == 1) }
        session.dataTask(with: URL(server.url())).resume()
        session.finishTasksAndInvalidate()
        await place.hasEnded.pass()
        #expect(place.queues.entries.count >= 5)
        #expect(place.queues.entries.allSatisfy { $0 === session.delegateQueue })
        #expect(place.overlaps.entries == [])
    }

    @Test(.tags(.S04)) func `a delegate that does not return holds up nobody else`() async throws {
        let server = try await Self.server()
        let (isInside, go) = (Gate(), DispatchSemaphore(value: 0))
        let witness = Witness(
            Witness.Answers(bytes: { _, _ in
                isInside.open()
                go.wait()
            }))
        let scratch = try Scratch()
        let slow = scratch.session(witness)
        slow.dataTask(with: URL(server.url())).resume()
        await isInside.pass()
        let session = scratch.session()
        #expect(try await session.data(from: URL(server.url())).0 == Data("hello".utf8))
        let (file, _) = try await session.download(from: URL(server.url()))
        #expect(try Data(contentsOf: file) == Data("hello".utf8))
        go.signal()
        await witness.end()
        slow.invalidateAndCancel()
        session.invalidateAndCancel()
    }

    @Test(.tags(.S04)) func `who asks for resume data of a task that has just ended is answered on the delegate queue`()
        async throws
    {
        let server = try await Self.server()
        let scratch = try Scratch()
        let session = scratch.session()
        let task = session.downloadTask(with: URL(server.url())) { _, _, _ in }
        task.resume()
        await session.allTasksGone()
        // The order as it comes when the task ends between the call and its arrival.
        let queue = await withCheckedContinuation { continuation in
            session.door.post(
                .cancelledProducingResumeData(task.core) { data in
                    #expect(data == nil)
                    continuation.resume(returning: OperationQueue.current)
                })
        }
        #expect(queue === session.delegateQueue)
        session.invalidateAndCancel()
    }

    @Test(.tags(.S11)) func `an ephemeral session leaves nothing on disk and nothing to the next`() async throws {
        let server = try await Self.server(
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nETag: \"v\"\r\nCache-Control: max-age=99\r\nContent-Length: 5\r\n\r\nhello"
        )
        let scratch = try Scratch()
        for _ in 0..<2 {
            let witness = Witness()
            let session = scratch.session(witness)
            session.downloadTask(with: URL(server.url())).resume()
            await witness.end()
            _ = try await session.data(from: URL(server.url()))
            session.finishTasksAndInvalidate()
            await witness.until { $0.last == "invalid" }
        }
        await scratch.untilEmpty()
        #expect(server.requests.count == 4)
        #expect(server.requests[2].contains("Cookie") == false)
    }

    private static func request(_ url: String, timeout: TimeInterval) -> URLRequest {
        var request = URLRequest(url: URL(url))
        request.timeoutInterval = timeout
        return request
    }

    @Test(.tags(.S13)) func `a request's own timeout wins over the session's, the shorter and the longer`() async throws
    {
        let gate = Gate()
        let server = try await RawServer { peer in
            guard let request = await peer.request() else { return }
            guard request.hasPrefix("GET /late ") else { return await peer.untilClientLeaves() }
            await gate.pass()
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        let scratch = try Scratch()
        let (patient, hasty) = (scratch.session(), scratch.session { $0.timeoutIntervalForRequest = 0.1 })
        let short = Self.request(server.url(), timeout: 0.1)
        let error = await #expect(throws: URLError.self) { try await patient.data(for: short) }
        #expect(error?.code == .timedOut)
        let long = Self.request(server.url("/late"), timeout: 900)
        let work = Task { try await hasty.data(for: long).1.statusCode }
        for _ in 0..<3 {
            await #expect(throws: URLError.self) { try await hasty.data(from: URL(server.url())) }
        }
        gate.open()
        #expect(try await work.value == 204)
        patient.invalidateAndCancel()
        hasty.invalidateAndCancel()
    }

    @Test(.tags(.K14)) func `a task whose priority is raised while it waits goes first`() async throws {
        let door = Gate()
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("GET /1 ") { await door.pass() }
                await peer.send("HTTP/1.1 204 No\r\n\r\n")
            }
        }
        let witness = Witness()
        let session = try Scratch().session(witness) { $0.httpMaximumConnectionsPerHost = 1 }
        let tasks = (1...4).map { session.dataTask(with: URL(server.url("/\($0)"))) }
        for task in tasks { task.resume() }
        // Behind these orders: by now three of them wait.
        _ = await session.allTasks
        tasks[1].priority = 0.2
        tasks[3].priority = 7
        #expect(tasks[3].priority == 1)
        _ = await session.allTasks
        door.open()
        await witness.end(of: 4)
        #expect(server.requests.map { $0.prefix(6) } == ["GET /1", "GET /4", "GET /3", "GET /2"])
        session.invalidateAndCancel()
    }
}
