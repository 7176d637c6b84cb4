import Foundation
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a delegate hears of content that is sent (contract P12).
@Suite(.timeLimit(.minutes(5))) struct SendingTests {
    /// Writes down what is told of content, and the end.
    private final class Sender: HTTPSessionTaskDelegate {
        let told = Log<[Int64]>()
        let hasEnded = Gate()

        func httpSession(
            _ session: HTTPSession, task: HTTPSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            told.append([bytesSent, totalBytesSent, totalBytesExpectedToSend, task.countOfBytesSent])
        }

        func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
            hasEnded.open()
        }
    }

    /// Sends so many bytes to `path`, and gives back the task when it is complete.
    private static func send(_ count: Int, to url: String, told sender: Sender) async throws -> HTTPSessionTask {
        let session = try Scratch().session(sender)
        var request = URLRequest(url: URL(url))
        request.httpMethod = "POST"
        request.httpBody = Data(repeating: 0x61, count: count)
        let task = session.dataTask(with: request)
        task.resume()
        await sender.hasEnded.pass()
        session.invalidateAndCancel()
        return task
    }

    /// Takes everything; `/again` and `/seen` lead on, with and without the content.
    private static func server(_ count: Int) async throws -> RawServer {
        try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("POST ") { _ = await peer.content(count) }
                if request.hasPrefix("POST /again ") {
                    await peer.send("HTTP/1.1 307 Go\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
                } else if request.hasPrefix("POST /seen ") {
                    await peer.send("HTTP/1.1 303 See\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
                } else {
                    await peer.send("HTTP/1.1 204 No\r\n\r\n")
                }
            }
        }
    }

    @Test(.tags(.P12), arguments: [1, 1000, 3_000_000])
    func `the pieces add up to the content, in order`(count: Int) async throws {
        let server = try await Self.server(count)
        let sender = Sender()
        let task = try await Self.send(count, to: server.url(), told: sender)
        #expect(task.error == nil)
        var total: Int64 = 0
        for told in sender.told.entries {
            total += told[0]
            #expect(told == [told[0], total, Int64(count), total])
            #expect(told[0] > 0)
        }
        #expect(total == Int64(count))
        #expect(task.countOfBytesSent == Int64(count))
        #expect(task.countOfBytesExpectedToSend == Int64(count))
    }

    @Test(.tags(.P12)) func `content that a redirect wants once more is counted from the beginning`() async throws {
        let server = try await Self.server(5)
        let sender = Sender()
        let task = try await Self.send(5, to: server.url("/again"), told: sender)
        #expect(task.error == nil)
        #expect(sender.told.entries == [[5, 5, 5, 5], [5, 5, 5, 5]])
    }

    @Test func `a redirect that drops the content sends it once`() async throws {
        let server = try await Self.server(5)
        let sender = Sender()
        let task = try await Self.send(5, to: server.url("/seen"), told: sender)
        #expect(task.error == nil)
        #expect(sender.told.entries == [[5, 5, 5, 5]])
        #expect(task.countOfBytesExpectedToSend == 0)
    }

    @Test func `content that is sent again on another connection is counted anew`() {
        var task = Transcript(.memory, method: "PUT") { $0.request.httpBody = Data(count: 9) }
        task.start()
        #expect(task.on(.transfer(.sent(4))) == ["> sent 4, 4 of 9"])
        #expect(task.on(.transfer(.sent(4))) == [])
        #expect(task.on(.transfer(.sent(3))) == ["> sent 3, 3 of 9"])
        #expect(task.on(.transfer(.sent(9))) == ["> sent 6, 9 of 9"])
    }

    @Test func `a suspended task does not tell what it sends until it is resumed`() {
        var task = Transcript(.memory, method: "PUT") { $0.request.httpBody = Data(count: 9) }
        task.start()
        task.after(.suspended)
        #expect(task.on(.transfer(.sent(9))) == [])
        task.after(.resumed)
        #expect(task.on(.slotGranted).first == "> sent 9, 9 of 9")
    }

    @Test(.tags(.S12)) func `an upload that goes on is not idle, one that stands still is`() async throws {
        // The server takes pieces while tasks of another session run into their timeouts, together longer than this one
        // may stand still. A crowded machine may take too long for that; then a longer timeout is tried.
        var timeout = 0.5
        while try await !isKeptAlive(timeout) {
            timeout *= 2
            try #require(timeout < 100)
        }
    }

    private func isKeptAlive(_ timeout: TimeInterval) async throws -> Bool {
        let count = 24 << 20
        let pieces = (0..<6).map { _ in Gate() }
        let server = try await RawServer { peer in
            guard let request = await peer.request() else { return }
            guard request.hasPrefix("POST ") else { return await peer.untilClientLeaves() }
            for piece in pieces {
                await piece.pass()
                _ = await peer.content(count / 6)
            }
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        let scratch = try Scratch()
        let session = scratch.session { $0.timeoutIntervalForRequest = timeout }
        let other = scratch.session { $0.timeoutIntervalForRequest = timeout * 0.4 }
        defer {
            session.invalidateAndCancel()
            other.invalidateAndCancel()
        }
        var request = URLRequest(url: URL(server.url()))
        request.httpMethod = "POST"
        request.httpBody = Data(count: count)
        let upload = request
        let work = Task { try await session.data(for: upload).1.statusCode }
        for piece in pieces {
            await #expect(throws: URLError.self) { try await other.data(from: URL(server.url())) }
            piece.open()
        }
        let outcome = await work.result
        if case .success(let status) = outcome { #expect(status == 204) }
        // Nothing is read any more: only silence can end this one.
        let still = try await RawServer { peer in
            _ = await peer.request()
            await peer.untilClientLeaves()
        }
        request.url = URL(still.url())
        let silent = request
        let error = await #expect(throws: URLError.self) { try await session.data(for: silent) }
        #expect(error?.httpSessionFailure?.code == .idleTimeout)
        if case .success = outcome { return true }
        return false
    }
}
