import Foundation
import Locks
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What holds for all four `async` forms alike.
@Suite(.timeLimit(.minutes(5))) struct AsyncFormTests {
    enum Form: String, CaseIterable, CustomTestStringConvertible {
        case data, download, resume, bytes

        var testDescription: String { rawValue }

        /// Runs the form to its end, and gives back the content and the path of the response.
        func run(
            _ session: HTTPSession, _ url: URL, resumeData: Data, delegate: (any HTTPSessionTaskDelegate)? = nil
        ) async throws -> (Data, String) {
            let request = URLRequest(url: url)
            switch self {
            case .data:
                let (data, response) = try await session.data(for: request, delegate: delegate)
                return (data, response.url.path)
            case .download:
                let (file, response) = try await session.download(for: request, delegate: delegate)
                return (try Data(contentsOf: file), response.url.path)
            case .resume:
                let (file, response) = try await session.download(resumeFrom: resumeData, delegate: delegate)
                return (try Data(contentsOf: file), response.url.path)
            case .bytes:
                let (bytes, response) = try await session.bytes(for: request, delegate: delegate)
                return (try await bytes.reduce(into: Data()) { $0.append($1) }, response.url.path)
            }
        }
    }

    /// Content of ten bytes under `/song`, of which the second half is only sent to who asks for a range; `/moved` leads
    /// there, and `/held` leads to where no answer comes from.
    private static func server(reached: Gate = Gate()) async throws -> RawServer {
        try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("GET /moved ") || request.hasPrefix("GET /held ") {
                    let place = request.hasPrefix("GET /held ") ? "/nothing" : "/song"
                    await peer.send("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n")
                } else if request.hasPrefix("GET /nothing ") {
                    reached.open()
                    await peer.untilClientLeaves()
                } else if request.contains("Range: bytes=5-") {
                    await peer.send(
                        "HTTP/1.1 206 Partial\r\nETag: \"v\"\r\nContent-Range: bytes 5-9/10\r\n"
                            + "Content-Length: 5\r\n\r\n56789")
                } else if request.contains("X-Half: 1") {
                    await peer.send("HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 10\r\n\r\n01234")
                    return
                } else {
                    await peer.send("HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 10\r\n\r\n0123456789")
                }
            }
        }
    }

    /// What a download of the first half leaves behind, with the URL it was asked for replaced by that of `path`.
    private static func half(_ session: HTTPSession, _ url: URL) async throws -> Data {
        var request = URLRequest(url: url)
        request.setValue("1", forHTTPHeaderField: "X-Half")
        let error = await #expect(throws: URLError.self) { try await session.download(for: request) }
        return try #require(error?.downloadTaskResumeData)
    }

    @Test(.tags(.R10), arguments: Form.allCases)
    func `the whole content and the response of the last hop come back`(form: Form) async throws {
        let server = try await Self.server()
        let scratch = try Scratch()
        let session = scratch.session()
        let half = try await Self.half(session, URL(server.url("/moved")))
        let (content, path) = try await form.run(session, URL(server.url("/moved")), resumeData: half)
        #expect(content == Data("0123456789".utf8))
        #expect(path == "/song")
        session.invalidateAndCancel()
    }

    @Test(.tags(.D09), arguments: Form.allCases)
    func `a delegate given to the call is told, in place of the session's`(form: Form) async throws {
        let server = try await Self.server()
        let (own, other) = (Witness(), Witness())
        let scratch = try Scratch()
        let session = scratch.session(other)
        let half = try await Self.half(session, URL(server.url("/moved")))
        let before = other.lines
        let (content, _) = try await form.run(session, URL(server.url("/moved")), resumeData: half, delegate: own)
        #expect(content == Data("0123456789".utf8))
        var expected = ["redirect 302 to /song"]
        if form == .download { expected += ["wrote"] }
        if form == .resume { expected += ["resumed at 5 of 10", "wrote"] }
        #expect(own.lines == expected)
        #expect(own.created.count == 1)
        #expect(own.created.first?.currentRequest?.url?.path == "/song")
        #expect(other.lines == before)
        session.invalidateAndCancel()
    }

    @Test(.tags(.K12), arguments: Form.allCases, ["/nothing", "/held"])
    func `cancelling the surrounding task throws, also behind a redirect`(form: Form, path: String) async throws {
        let reached = Gate()
        let server = try await Self.server(reached: reached)
        let scratch = try Scratch()
        let session = scratch.session()
        let url = URL(server.url(path))
        // Resume data of a place that now leads nowhere: written by the library itself, for this URL.
        let half = ResumeDataForTests.half(of: url, in: scratch.folder)
        let work = Task { try await form.run(session, url, resumeData: half) }
        await reached.pass()
        work.cancel()
        let error = await #expect(throws: URLError.self) { try await work.value }
        #expect(error?.code == .cancelled)
        #expect(error?.failingURL?.path == "/nothing")
        await session.allTasksGone()
        session.invalidateAndCancel()
    }

    @Test(arguments: Form.allCases)
    func `a task that was cancelled before it asks opens no connection`(form: Form) async throws {
        let server = try await Self.server()
        let scratch = try Scratch()
        let session = scratch.session()
        let url = URL(server.url("/song"))
        let half = ResumeDataForTests.half(of: url, in: scratch.folder)
        let isCancelled = Gate()
        let work = Task {
            await isCancelled.pass()
            return try await form.run(session, url, resumeData: half)
        }
        work.cancel()
        isCancelled.open()
        let error = await #expect(throws: URLError.self) { try await work.value }
        #expect(error?.code == .cancelled)
        await session.allTasksGone()
        #expect(server.connections == 0)
        session.invalidateAndCancel()
    }

    @Test func `a task is told of before the call that makes it returns`() async throws {
        let witness = Witness()
        let session = try Scratch().session(witness)
        let task = session.dataTask(with: URL("http://127.0.0.1:1/"))
        #expect(witness.created == [task])
        #expect(task.state == .suspended)
        let download = session.downloadTask(with: URL("http://127.0.0.1:1/"))
        #expect(witness.created == [task, download])
        session.invalidateAndCancel()
    }
}
