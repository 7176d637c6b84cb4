import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Who is told of what, in which order (contract D01 to D14, P11).
@Suite(.timeLimit(.minutes(5))) struct DelegateTests {
    /// `/` leads to `/b`, which answers with everything there can be.
    private static func server() async throws -> RawServer {
        try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("GET / ") {
                    await peer.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 4\r\n\r\ngone")
                } else {
                    await peer.send(
                        "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "5\r\nhello\r\n0\r\nX-Sum: 9\r\n\r\n")
                }
            }
        }
    }

    @Test(.tags(.D01)) func `a task is made, redirected, informed, answered, fed, measured and ended, in that order`()
        async throws
    {
        let server = try await Self.server()
        let witness = Witness()
        let session = try Scratch().session(witness)
        let task = session.dataTask(with: URL(server.url()))
        #expect(witness.created == [task])
        task.resume()
        await witness.end()
        // That metrics come once, right before the end, is checked by the witness for each task.
        #expect(
            witness.lines.withoutRepeats
                == ["redirect 302 to /b", "interim 103", "response 200", "data", "trailers", "end"])
        // The content of the redirect is nobody's.
        #expect(task.countOfBytesReceived == 5)
        #expect(task.response?.statusCode == 200)
        #expect(witness.metrics.first?.redirectCount == 1)
        session.invalidateAndCancel()
    }

    @Test(.tags(.D09)) func `what a task's own delegate is not made for goes to the session's`() async throws {
        final class Own: HTTPSessionTaskDelegate {
            let lines = Log<String>()
            let hasEnded = Gate()

            func httpSession(
                _ session: HTTPSession, task: HTTPSessionTask,
                didReceiveInformationalResponse response: HTTPSessionResponse
            ) { lines.append("interim") }

            func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
                lines.append("end")
                hasEnded.open()
            }
        }
        let server = try await Self.server()
        let (own, witness) = (Own(), Witness())
        let session = try Scratch().session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.delegate = own
        task.resume()
        await own.hasEnded.pass()
        #expect(own.lines.entries == ["interim", "end"])
        #expect(witness.lines.withoutRepeats == ["response 200", "data"])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D09)) func `who is told is looked up anew for each message`() async throws {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
            await gate.pass()
            await peer.send("llo")
        }
        let (first, second) = (Witness(), Witness())
        let session = try Scratch().session(first)
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await first.bytes(2)
        task.delegate = second
        gate.open()
        await second.until { $0.contains("end") }
        #expect(first.lines == ["response 200", "data"])
        #expect(second.lines.withoutRepeats == ["data", "end"])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D14, .P11)) func `a delegate that implements nothing lets everything through`() async throws {
        final class Deaf: HTTPSessionDataDelegate {
            let isOver = Gate()

            /// The session's last message: every task has ended before.
            func httpSession(_ session: HTTPSession, didBecomeInvalidWithError error: (any Error)?) { isOver.open() }
        }
        let server = try await Self.server()
        let scratch = try Scratch()
        let deaf = Deaf()
        let session = scratch.session(deaf)
        let data = session.dataTask(with: URL(server.url()))
        let download = session.downloadTask(with: URL(server.url()))
        for task in [data, download] { task.resume() }
        session.finishTasksAndInvalidate()
        await deaf.isOver.pass()
        #expect(data.error == nil && download.error == nil)
        #expect(data.response?.statusCode == 200)
        #expect(data.countOfBytesReceived == 5)
        // Nobody wanted the file (contract P11).
        #expect(download.countOfBytesReceived == 5)
        await scratch.untilEmpty()
    }

    @Test(.tags(.D05)) func `a 401 that nobody has an answer to is a response like any other`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 4\r\n\r\nnope")
        }
        let witness = Witness()
        let session = try Scratch().session(witness)
        session.dataTask(with: URL(server.url())).resume()
        await witness.end()
        #expect(witness.lines == ["response 401", "data", "end"])
        #expect(witness.content == Data("nope".utf8))
        session.invalidateAndCancel()
    }

    @Test func `a task that became a download tells its own delegate of the rest`() async throws {
        let server = try await Self.server()
        let (own, other) = (Witness(Witness.Answers(response: { _ in .becomeDownload })), Witness())
        let scratch = try Scratch()
        let session = scratch.session(other)
        let task = session.dataTask(with: URL(server.url()))
        task.delegate = own
        task.resume()
        await own.end()
        #expect(
            own.lines.withoutRepeats == [
                "redirect 302 to /b", "interim 103", "response 200", "became download", "wrote", "trailers", "file",
                "end",
            ])
        #expect(own.file == Data("hello".utf8))
        #expect(other.lines == [])
        await scratch.untilEmpty()
        session.invalidateAndCancel()
    }
}
