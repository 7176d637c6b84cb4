import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct DownloadTaskTests {
    private static func server(_ answer: String) async throws -> RawServer {
        try await RawServer { peer in
            while await peer.request() != nil { await peer.send(answer) }
        }
    }

    @Test(.tags(.P01, .P07)) func `progress, file, end, and the file is gone afterwards`() async throws {
        let server = try await Self.server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.downloadTask(with: URL(server.url()))
        task.resume()
        await witness.end()
        #expect(witness.lines.withoutRepeats == ["wrote", "file", "end"])
        #expect(witness.file == Data("hello".utf8))
        await scratch.untilEmpty()
        #expect(task.countOfBytesReceived == 5)
        #expect(task.progress.isFinished)
        session.invalidateAndCancel()
    }

    @Test(.tags(.P06)) func `an empty response is an empty file, without progress`() async throws {
        let server = try await Self.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task = session.downloadTask(with: URL(server.url()))
        task.resume()
        await witness.end()
        #expect(witness.lines == ["file", "end"])
        #expect(witness.file == Data())
        #expect(task.countOfBytesExpectedToReceive == 0)
        #expect(task.progress.isFinished)
        session.invalidateAndCancel()
    }

    @Test(.tags(.P10)) func `an error page is a file, not an error`() async throws {
        let server = try await Self.server("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")
        let scratch = try Scratch()
        let session = scratch.session()
        let (file, response) = try await session.download(from: URL(server.url()))
        #expect(response.statusCode == 404)
        #expect(try Data(contentsOf: file) == Data("no".utf8))
        session.invalidateAndCancel()
    }

    @Test(.tags(.P07)) func `a handler's file lives as long as the handler, an awaited one is the caller's`()
        async throws
    {
        let server = try await Self.server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let scratch = try Scratch()
        let session = scratch.session()
        let content = await withCheckedContinuation { continuation in
            session.downloadTask(with: URL(server.url())) { file, _, _ in
                continuation.resume(returning: file.flatMap { try? Data(contentsOf: $0) })
            }.resume()
        }
        #expect(content == Data("hello".utf8))
        // The file goes when the handler returns; the next task is told after that.
        let (file, _) = try await session.download(from: URL(server.url()))
        #expect(scratch.files == [file.lastPathComponent])
        session.invalidateAndCancel()
    }

    @Test(.tags(.D12)) func `an awaited download tells its own delegate of progress, and writes once`() async throws {
        let server = try await Self.server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let (own, other) = (Witness(), Witness())
        let scratch = try Scratch()
        let session = scratch.session(other)
        let (file, _) = try await session.download(from: URL(server.url()), delegate: own)
        #expect(try Data(contentsOf: file) == Data("hello".utf8))
        #expect(own.lines.withoutRepeats == ["wrote"])
        #expect(other.lines == [])
        session.invalidateAndCancel()
    }

    @Test(.tags(.P09, .E24)) func `a folder that is none fails the task and leaves the session alive`() async throws {
        let server = try await Self.server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let scratch = try Scratch()
        let blocked = scratch.folder.appendingPathComponent("file")
        try Data().write(to: blocked)
        let session = scratch.session { $0.temporaryDirectory = blocked }
        let error = await #expect(throws: URLError.self) { try await session.download(from: URL(server.url())) }
        #expect(error?.code == .cannotCreateFile)
        #expect(error?.httpSessionFailure?.code == .create)
        #expect(try await session.data(from: URL(server.url())).0 == Data("hello".utf8))
        session.invalidateAndCancel()
    }

    @Test(.tags(.P07)) func `a failed and a cancelled download leave no file`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        }
        let scratch = try Scratch()
        let session = scratch.session()
        let error = await #expect(throws: URLError.self) { try await session.download(from: URL(server.url())) }
        #expect(error?.code == .networkConnectionLost)
        // No validator, so nothing can go on.
        #expect(error?.downloadTaskResumeData == nil)
        #expect(error?.failingURL == URL(server.url()))
        await session.allTasksGone()
        await scratch.untilEmpty()
        session.invalidateAndCancel()
    }

    @Test(.tags(.F01, .F05)) func `names of files are taken from the response and made safe`() async throws {
        let server = try await Self.server(
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Type: Image/JPEG; charset=\"utf-8\"\r\n"
                + "Content-Disposition: attachment; filename=\"../../etc/x\"; filename*=UTF-8''na%C3%AFve\r\n\r\n")
        let scratch = try Scratch()
        let session = scratch.session()
        let (_, response) = try await session.data(from: URL(server.url("/a/b.html")))
        #expect(response.suggestedFilename == "naïve.jpg")
        #expect(response.mimeType == "image/jpeg")
        #expect(response.textEncodingName == "utf-8")
        #expect(response.httpURLResponse?.statusCode == 200)
        session.invalidateAndCancel()
    }
}

extension HTTPSession {
    /// Waits until the engine has taken every order so far.
    func allTasksGone() async {
        while await !allTasks.isEmpty {}
    }
}
