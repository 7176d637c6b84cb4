import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Disks that take no more and folders that take nothing (contract P09, E24).
@Suite(.timeLimit(.minutes(5))) struct DiskTests {
    enum Way: String, CaseIterable, Codable { case download, becomesDownload, resumed }

    private static let body = [UInt8](repeating: 0x61, count: 1 << 20)

    private static func server() async throws -> RawServer {
        try await RawServer { peer in
            while let request = await peer.request() {
                if request.contains("\r\nRange: bytes=5-") {
                    await peer.send(
                        "HTTP/1.1 206 Part\r\nETag: \"v\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789"
                    )
                } else if request.hasPrefix("GET /small ") {
                    await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
                } else {
                    await peer.send("HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: \(body.count)\r\n\r\n")
                    await peer.send(body)
                }
            }
        }
    }

    private static func task(_ way: Way, _ url: URL, _ session: HTTPSession, _ scratch: Scratch) -> HTTPSessionTask {
        switch way {
        case .download: session.downloadTask(with: url)
        case .becomesDownload: session.dataTask(with: url)
        case .resumed: session.downloadTask(withResumeData: ResumeDataForTests.half(of: url, in: scratch.folder))
        }
    }

    /// Loads into a folder and returns what the application was told of it; the session must serve others afterwards.
    private static func load(
        _ way: Way, _ server: RawServer, _ scratch: Scratch, into folder: URL, small: Bool = false
    ) async -> URLError? {
        let witness = Witness(Witness.Answers(response: { _ in way == .becomesDownload ? .becomeDownload : .allow }))
        let session = scratch.session(witness) { $0.temporaryDirectory = folder }
        task(way, URL(server.url(small ? "/small" : "/large")), session, scratch).resume()
        await witness.end()
        let content = try? await session.data(from: URL(server.url("/small"))).0
        precondition(content == Data("hello".utf8), "the session does not live on")
        precondition(witness.file == nil, "there is a file all the same")
        session.invalidateAndCancel()
        return witness.error
    }

    @Test(.tags(.P09, .E24), arguments: Way.allCases, ["none", "file"])
    func `a folder that is none fails the task, and the session lives on`(way: Way, name: String) async throws {
        let scratch = try Scratch()
        let folder = scratch.folder.appendingPathComponent(name)
        if name == "file" { try Data().write(to: folder) }
        let server = try await Self.server()
        let error = await Self.load(way, server, scratch, into: folder)
        #expect(error?.code == .cannotCreateFile)
        #expect(error?.httpSessionFailure?.code == .create)
        #expect(error?.httpSessionFailure?.message.contains(folder.path) == true)
        // What was there to go on from is there still.
        #expect(scratch.files.filter { $0 != "file" }.count == (way == .resumed ? 1 : 0))
    }

    /// A limit on the size of files stands for a full disk: both refuse a write in the middle of a file.
    @Test(.tags(.P09, .E24), arguments: Way.allCases)
    func `a disk that is full fails the task, leaves no file, and the session lives on`(way: Way) async throws {
        await #expect(processExitsWith: .success) { [way] in
            alarm(280)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: way == .resumed ? 7 : 64 << 10, rlim_max: 1 << 30)
            #if os(Linux)
            let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #else
            let result = unsafe setrlimit(RLIMIT_FSIZE, &limit)
            #endif
            precondition(result == 0)
            let server = try await DiskTests.server()
            let scratch = try Scratch()
            let error = await DiskTests.load(way, server, scratch, into: scratch.folder)
            precondition(error?.code == .cannotWriteToFile, "\(String(describing: error))")
            precondition(error?.httpSessionFailure?.code == .write)
            precondition(error?.httpSessionFailure?.phase == .local)
            precondition(error?.httpSessionFailure?.cause != nil)
            precondition(error?.downloadTaskResumeData == nil)
            // The file is removed behind the completion, on its own queue.
            while !scratch.files.isEmpty { await Task.yield() }
        }
    }
}
