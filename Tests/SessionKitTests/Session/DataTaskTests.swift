import Foundation
import HTTPMessages
import Locks
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct DataTaskTests {
    private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    private static func server(_ answer: String = hello) async throws -> RawServer {
        try await RawServer { peer in
            while await peer.request() != nil { await peer.send(answer) }
        }
    }

    @Test(.tags(.S03, .D01), arguments: [1, 4])
    func `a delegate is told everything, once and in order, on any queue`(width: Int) async throws {
        let server = try await Self.server(
            "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: 1\r\nx: 2\r\n\r\n"
                + "5\r\nhello\r\n0\r\nX-Sum: 9\r\n\r\n")
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = width
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness, queue: queue)
        let task = session.dataTask(with: URL(server.url("/a")))
        #expect(task.state == .suspended)
        task.resume()
        await witness.end()
        #expect(witness.lines.withoutRepeats == ["interim 103", "response 200", "data", "trailers", "end"])
        #expect(witness.content == Data("hello".utf8))
        #expect(witness.trailers == ["X-Sum": "9"])
        #expect(task.state == .completed)
        #expect(task.error == nil)
        #expect(task.response?.fields["x"] == "1, 2")
        #expect(task.response?.fields.values("X") == ["1", "2"])
        #expect(task.countOfBytesReceived == 5)
        #expect(task.countOfBytesExpectedToReceive == -1)
        session.invalidateAndCancel()
    }

    @Test(.tags(.D07)) func `a completion handler takes the place of the delegate`() async throws {
        let server = try await Self.server()
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let result = await withCheckedContinuation { continuation in
            session.dataTask(with: URL(server.url())) { data, response, error in
                #expect(OperationQueue.current === session.delegateQueue)
                continuation.resume(returning: (data, response?.statusCode, error == nil))
            }.resume()
        }
        #expect(result.0 == Data("hello".utf8))
        #expect(result.1 == 200)
        #expect(result.2)
        #expect(witness.lines == [])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D08)) func `a failure after the head still brings the response`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        }
        let scratch = try Scratch()
        let session = scratch.session()
        let result = await withCheckedContinuation { continuation in
            session.dataTask(with: URL(server.url())) { data, response, error in
                continuation.resume(returning: (data, response?.statusCode, (error as? URLError)?.code))
            }.resume()
        }
        #expect(result.0 == nil)
        #expect(result.1 == 200)
        #expect(result.2 == .networkConnectionLost)
        session.invalidateAndCancel()
    }

    @Test(.tags(.D03)) func `nothing is read until the application has decided about the response`() async throws {
        let server = try await Self.server()
        let witness = Witness(Witness.Answers(response: { _ in nil }))
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await witness.until { $0.contains("response 200") }
        // Another transfer from start to end: whatever was to come has had its time.
        _ = try await session.data(from: URL(server.url()))
        #expect(witness.lines == ["response 200"])
        witness.answerLate(.allow)
        witness.answerLate(.cancel)
        await witness.end()
        #expect(witness.lines.withoutRepeats == ["response 200", "data", "end"])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D03)) func `a refused response is a cancelled task`() async throws {
        let server = try await Self.server()
        let witness = Witness(Witness.Answers(response: { _ in .cancel }))
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(server.url())).resume()
        await witness.end()
        #expect(witness.lines == ["response 200", "end -999"])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D04)) func `a data task becomes a download`() async throws {
        let server = try await Self.server()
        let witness = Witness(Witness.Answers(response: { _ in .becomeDownload }))
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(server.url())).resume()
        await witness.end()
        #expect(witness.lines == ["response 200", "became download", "wrote", "file", "end"])
        #expect(witness.file == Data("hello".utf8))
        await scratch.untilEmpty()
        session.invalidateAndCancel()
    }

    @Test(.tags(.R01, .R04, .R10)) func `redirects are followed, rewritten or refused as the delegate says`()
        async throws
    {
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("GET /a ") {
                    await peer.send("HTTP/1.1 302 Found\r\nLocation: b#x\r\nContent-Length: 4\r\n\r\ngone")
                } else {
                    await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(request.dropFirst(5).prefix(1))")
                }
            }
        }
        let cases: [(URLRequest?, Bool, String, String, String?)] = [
            (nil, false, "b", "/b", "x"), (URLRequest(url: URL(server.url("/c"))), true, "c", "/c", nil),
            (nil, true, "gone", "/a", nil),
        ]
        for (answer, isAsked, body, path, fragment) in cases {
            let witness = Witness(isAsked ? Witness.Answers(redirect: { _ in answer }) : Witness.Answers())
            let scratch = try Scratch()
            let session = scratch.session(witness)
            let task = session.dataTask(with: URL(server.url("/a")))
            task.resume()
            await witness.end()
            #expect(witness.lines.first == "redirect 302 to /b")
            #expect(String(decoding: witness.content, as: UTF8.self) == body)
            #expect(task.response?.url.path == path)
            #expect(task.currentRequest?.url?.path == path)
            #expect(task.currentRequest?.url?.fragment == fragment)
            #expect(task.originalRequest?.url?.path == "/a")
            session.invalidateAndCancel()
        }
    }

    @Test(.tags(.D09)) func `a task's own delegate is asked first, and the session's for the rest`() async throws {
        let server = try await Self.server()
        let (own, other) = (Witness(), Witness())
        let scratch = try Scratch()
        let session = scratch.session(other)
        let task = session.dataTask(with: URL(server.url()))
        task.delegate = own
        task.resume()
        await own.end()
        #expect(own.lines.withoutRepeats == ["response 200", "data", "end"])
        #expect(other.lines == [])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D09)) func `a task with only its own delegate is heard`() async throws {
        let server = try await Self.server()
        let own = Witness()
        let scratch = try Scratch()
        let session = scratch.session()
        let task = session.dataTask(with: URL(server.url()))
        task.delegate = own
        task.resume()
        await own.end()
        #expect(own.lines.withoutRepeats == ["response 200", "data", "end"])
        session.invalidateAndCancel()
    }

    @Test(.tags(.S17)) func `fields of the session are added where the request lacks them`() async throws {
        let server = try await Self.server()
        let session = try Scratch().session { $0.httpAdditionalHeaders = ["X-A": "session", "x-b": "session"] }
        var request = URLRequest(url: URL(server.url()))
        request.setValue("request", forHTTPHeaderField: "X-B")
        _ = try await session.data(for: request)
        let head = try #require(server.requests.first)
        #expect(head.contains("X-A: session"))
        #expect(head.contains("X-B: request"))
        #expect(!head.contains("x-b"))
        session.invalidateAndCancel()
    }

    @Test(.tags(.E23), arguments: ["POST", "PUT", "GET"])
    func `a body in memory is sent`(method: String) async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            let content = await peer.content(5)
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + String(decoding: content, as: UTF8.self))
        }
        let scratch = try Scratch()
        let session = scratch.session()
        var request = URLRequest(url: URL(server.url()))
        request.httpMethod = method
        request.httpBody = Data("12345".utf8)
        #expect(try await session.data(for: request).0 == Data("12345".utf8))
        session.invalidateAndCancel()
    }

    @Test(.tags(.P05)) func `progress is indeterminate without a length and full at the end`() async throws {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
            await gate.pass()
            await peer.send("56789")
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        #expect(task.progress.isIndeterminate)
        task.resume()
        await witness.bytes(5)
        #expect(task.progress.fractionCompleted == 0.5)
        gate.open()
        await witness.end()
        #expect(task.progress.isFinished)
        #expect(task.progress.completedUnitCount == 10)
        session.invalidateAndCancel()
    }

    @Test(.tags(.K13)) func `a progress that is cancelled cancels its task`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.untilClientLeaves()
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.progress.cancel()
        task.resume()
        await witness.end()
        #expect(witness.lines == ["end -999"])
        #expect(!task.progress.isFinished)
        session.invalidateAndCancel()
    }

    @Test(.tags(.K12)) func `a cancelled surrounding task cancels the transfer`() async throws {
        let reached = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            reached.open()
            await peer.untilClientLeaves()
        }
        let scratch = try Scratch()
        let session = scratch.session()
        let url = URL(server.url())
        let work = Task { try await session.data(from: url) }
        await reached.pass()
        work.cancel()
        let error = await #expect(throws: URLError.self) { try await work.value }
        #expect(error?.code == .cancelled)
        session.invalidateAndCancel()
    }

    @Test(.tags(.S05)) func `a slow delegate stops the server`() async throws {
        let sent = Locked(0)
        let isOver = Gate()
        let go = DispatchSemaphore(value: 0)
        let server = try await RawServer(sendBuffer: 16 << 10) { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 32 << 10)
            for _ in 0..<256 {
                guard await peer.send(piece) else { return }
                sent.withLock { $0 += piece.count }
            }
            isOver.open()
        }
        let witness = Witness(
            Witness.Answers(bytes: { _, sum in
                if sum <= 256 << 10 { go.wait() }
            }))
        let scratch = try Scratch()
        let session = scratch.session(witness) { $0.maximumBytesInFlight = 64 << 10 }
        session.dataTask(with: URL(server.url())).resume()
        await witness.bytes(1)
        // Twenty transfers of another session: time enough to read it all.
        let other = scratch.session()
        let small = try await Self.server()
        for _ in 0..<20 { _ = try await other.data(from: URL(small.url())) }
        #expect(!isOver.isOpen)
        // In flight, one read, and what the kernels hold.
        #expect(sent.withLock { $0 } < 6 << 20)
        for _ in 0..<1000 { go.signal() }
        await witness.end()
        #expect(witness.content.count == 8 << 20)
        session.invalidateAndCancel()
        other.invalidateAndCancel()
    }
}
