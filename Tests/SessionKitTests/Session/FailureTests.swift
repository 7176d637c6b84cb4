import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Every kind of failure, and what an error says of it: a sentence, the URL, the phase and the cause (contract §9).
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var failure: HTTPSessionFailure.Code
        var code: URLError.Code
        var phase: HTTPSessionFailure.Phase
        var provocation: Provocation
        /// Whether a layer below said why.
        var hasCause = false
        var testDescription: String { failure.rawValue }
    }

    /// What makes a task fail.
    enum Provocation: Sendable {
        /// A server sends this and closes.
        case wire(String)
        /// There is no server there.
        case url(String)
        /// The transport says so.
        case transport(TransferEvent)
        /// Resumed data is answered like this.
        case resumed(String)
        case garbage
        case noFolder
        case oneRedirect
        case silence(idle: TimeInterval, whole: TimeInterval)
        case cancel
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static func failed(_ code: HTTPSessionFailure.Code) -> Provocation {
        .transport(.failed(HTTPSessionFailure(code, .connecting, "it is as it is", cause: URLError(.unknown))))
    }

    static let kinds: [Kind] = [
        Kind(
            failure: .refused, code: .cannotConnectToHost, phase: .connecting,
            provocation: .url("http://127.0.0.1:1/x"),
            hasCause: true),
        Kind(
            failure: .dns, code: .cannotFindHost, phase: .connecting,
            provocation: .url("http://no-such-host.invalid/x"), hasCause: true),
        Kind(
            failure: .unreachable, code: .notConnectedToInternet, phase: .connecting,
            provocation: failed(.unreachable), hasCause: true),
        Kind(
            failure: .tls, code: .secureConnectionFailed, phase: .connecting, provocation: failed(.tls), hasCause: true),
        Kind(failure: .other, code: .unknown, phase: .connecting, provocation: failed(.other), hasCause: true),
        Kind(
            failure: .idleTimeout, code: .timedOut, phase: .head,
            provocation: .silence(idle: 0.05, whole: 1000)),
        Kind(
            failure: .requestTimeout, code: .timedOut, phase: .head,
            provocation: .silence(idle: 1000, whole: 0.05)),
        Kind(
            failure: .connectionLost, code: .networkConnectionLost, phase: .head, provocation: .wire(ok + "X: 1\r\n"),
            hasCause: true),
        Kind(
            failure: .incompleteBody, code: .networkConnectionLost, phase: .content,
            provocation: .wire(ok + "Content-Length: 9\r\n\r\nhello"), hasCause: true),
        Kind(
            failure: .badFraming, code: .cannotParseResponse, phase: .content,
            provocation: .wire(ok + "Transfer-Encoding: chunked\r\n\r\nz\r\n"), hasCause: true),
        Kind(
            failure: .badStatusLine, code: .cannotParseResponse, phase: .head,
            provocation: .wire("HTTQ/1.1 200 OK\r\n\r\n"), hasCause: true),
        Kind(
            failure: .badHeader, code: .cannotParseResponse, phase: .head,
            provocation: .wire(ok + "X: 1\r\nno colon\r\n\r\n"), hasCause: true),
        Kind(
            failure: .tooManyRedirects, code: .httpTooManyRedirects, phase: .head, provocation: .oneRedirect),
        Kind(
            failure: .unsupportedScheme, code: .unsupportedURL, phase: .local, provocation: .url("ftp://127.0.0.1/x")),
        Kind(failure: .badRequest, code: .badURL, phase: .local, provocation: .url("http:///x")),
        Kind(
            failure: .decode, code: .cannotDecodeRawData, phase: .content,
            provocation: .wire(ok + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\njunk"), hasCause: true),
        Kind(
            failure: .unknownCoding, code: .cannotDecodeContentData, phase: .head,
            provocation: .wire(ok + "Content-Encoding: br\r\nContent-Length: 4\r\n\r\njunk")),
        Kind(
            failure: .rangeMismatch, code: .badServerResponse, phase: .head,
            provocation: .resumed(ok + "Content-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789")),
        Kind(failure: .resumeInvalid, code: .unsupportedURL, phase: .local, provocation: .garbage),
        Kind(failure: .create, code: .cannotCreateFile, phase: .local, provocation: .noFolder, hasCause: true),
        Kind(failure: .cancelled, code: .cancelled, phase: .connecting, provocation: .cancel),
    ]

    @Test(.tags(.E01, .E02, .E03, .E04, .E05, .E06, .E08, .E09, .E10), arguments: kinds)
    func `an error carries a sentence, the URL, the phase and the cause`(_ kind: Kind) async throws {
        let scratch = try Scratch()
        let witness = Witness()
        let answer: String? =
            switch kind.provocation {
            case .wire(let answer), .resumed(let answer): answer
            case .oneRedirect: "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"
            case .noFolder: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
            default: nil
            }
        let server = try await RawServer { peer in
            _ = await peer.request()
            if let answer { await peer.send(answer) } else { await peer.untilClientLeaves() }
        }
        var configuration = HTTPSessionConfiguration.ephemeral
        configuration.temporaryDirectory = scratch.folder
        configuration.timeoutIntervalForRequest = 900
        var seams = SessionSeams.standard
        var url: URL? = URL(server.url("/x"))
        switch kind.provocation {
        case .url(let text): url = URL(text)
        case .transport(let event): seams = .scripted(event)
        case .noFolder: configuration.temporaryDirectory = scratch.folder.appendingPathComponent("none")
        case .oneRedirect: configuration.httpMaximumRedirects = 0
        case .silence(let idle, let whole):
            configuration.timeoutIntervalForRequest = idle
            configuration.timeoutIntervalForResource = whole
        case .garbage: url = nil
        case .wire, .resumed, .cancel: break
        }
        let session = HTTPSession(configuration: configuration, delegate: witness, seams: seams)
        let task: HTTPSessionTask
        switch (kind.provocation, url) {
        case (.resumed, let url?):
            task = session.downloadTask(withResumeData: ResumeDataForTests.half(of: url, in: scratch.folder))
        case (.noFolder, let url?): task = session.downloadTask(with: url)
        case (_, let url?): task = session.dataTask(with: url)
        case (_, nil): task = session.downloadTask(withResumeData: Data("garbage".utf8))
        }
        if case .cancel = kind.provocation { task.cancel() } else { task.resume() }
        await witness.end()
        let error = try #require(witness.error)
        #expect(error.code == kind.code)
        #expect(error.failingURL == url)
        let failure = try #require(error.httpSessionFailure)
        #expect(failure.code == kind.failure)
        #expect(failure.phase == kind.phase)
        #expect((failure.cause != nil) == kind.hasCause)
        #expect(failure.message.split(separator: " ").count >= 3, "\(failure.message)")
        #expect(!failure.message.contains { $0.isNewline })
        #expect(error.localizedDescription == failure.message)
        #expect("\(failure)" == "\(kind.failure.rawValue) (\(kind.phase.rawValue)): \(failure.message)")
        session.invalidateAndCancel()
    }

    @Test(.tags(.R10)) func `the URL of an error is that of the last hop`() async throws {
        let server = try await RawServer { peer in
            guard let request = await peer.request() else { return }
            if request.hasPrefix("GET /a ") {
                await peer.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
                _ = await peer.request()
            }
        }
        let scratch = try Scratch()
        let session = scratch.session()
        let error = await #expect(throws: URLError.self) { try await session.data(from: URL(server.url("/a"))) }
        #expect(error?.failingURL == URL(server.url("/b")))
        session.invalidateAndCancel()
    }

    @Test(.tags(.E19), arguments: [(255, true), (257, false)])
    func `a head of many lines may be 256 KiB long`(kibibytes: Int, isTaken: Bool) async throws {
        let line = "X-Line: " + String(repeating: "a", count: 1024 - 10) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: kibibytes) + "Content-Length: 2\r\n\r\n"
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(head + "ok")
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(server.url())).resume()
        await witness.end()
        #expect(witness.lines.withoutRepeats == (isTaken ? ["response 200", "data", "end"] : ["end -1017"]))
        #expect(witness.responses.first?.fields.values("X-Line").count == (isTaken ? kibibytes : nil))
        #expect(witness.error?.httpSessionFailure?.code == (isTaken ? nil : .badHeader))
        session.invalidateAndCancel()
    }
}
