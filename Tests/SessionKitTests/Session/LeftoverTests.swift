import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What sessions leave in their process when they are invalid: nothing; and what of its environment they heed: nothing.
@Suite(.timeLimit(.minutes(5))) struct LeftoverTests {
    private static var loopThreads: [String] { threadNames().filter { $0.hasPrefix("http-session") } }

    /// Sessions with tasks of every fate.
    private static func useSessions(_ count: Int, _ server: RawServer, _ scratch: Scratch) async {
        for _ in 0..<count {
            let witness = Witness()
            let session = scratch.session(witness)
            let paths = ["/whole", "/lost", "/held", "/held", "/held", "/whole"]
            for (number, path) in paths.enumerated() {
                let url = URL(server.url(path))
                for task in [session.dataTask(with: url), session.downloadTask(with: url)] {
                    task.resume()
                    // Cancelled in the middle, while suspended, at the end with the session, and before anything.
                    if number == 2 { task.cancel() }
                    if number == 3 { task.suspend() }
                }
                session.dataTask(with: url).cancel()
            }
            await witness.end(of: 14)
            session.invalidateAndCancel()
            await witness.until { $0.last == "invalid" }
        }
    }

    @Test(.tags(.P07)) func `descriptors, threads and files are what they were, whatever became of the tasks`() async {
        await #expect(processExitsWith: .success) {
            alarm(280)
            let server = try await RawServer { peer in
                while let request = await peer.request() {
                    await peer.send("HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 10\r\n\r\n01234")
                    if request.hasPrefix("GET /lost ") { return }
                    if request.hasPrefix("GET /held ") { return await peer.untilClientLeaves() }
                    await peer.send("56789")
                }
            }
            let scratch = try Scratch()
            // What a process keeps from its first session on: the loop, and libcurl.
            let witness = Witness()
            let first = scratch.session(witness)
            _ = try? await first.data(from: URL("http://127.0.0.1:1/"))
            first.invalidateAndCancel()
            await witness.until { $0 == ["invalid"] }
            let before = openDescriptors()
            let threads = LeftoverTests.loopThreads
            await LeftoverTests.useSessions(20, server, scratch)
            // Both ends are in this process, the server notices last, and files are removed on queues of their own. A
            // download that was lost has resume data, and so a partial file; nothing else may be left.
            while openDescriptors() != before || LeftoverTests.loopThreads != threads || scratch.files.count != 20 {
                usleep(1000)
            }
            exit(EXIT_SUCCESS)
        }
    }

    @Test(.tags(.S20)) func `proxies of the environment are not used`() async {
        await #expect(processExitsWith: .success) {
            alarm(280)
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy"] {
                unsafe setenv(name, "http://127.0.0.1:1", 1)
            }
            unsafe unsetenv("no_proxy")
            unsafe unsetenv("NO_PROXY")
            let server = try await RawServer { peer in
                _ = await peer.request()
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            }
            let (content, _) = try await HTTPSession.shared.data(from: URL(server.url()))
            precondition(content == Data("hello".utf8))
            precondition(
                server.requests.first?.hasPrefix("GET / HTTP/1.1") == true, "a request to a proxy names the host")
        }
    }
}
