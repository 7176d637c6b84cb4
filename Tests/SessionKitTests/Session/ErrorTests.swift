import Compression
import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which failure becomes which error (contract §9), seen by the application.
@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var row: String
        var wire: String
        var code: URLError.Code
        var failure: HTTPSessionFailure.Code
        var content = ""
        var testDescription: String { row }
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let cases: [Case] = [
        Case(row: "E05", wire: "", code: .networkConnectionLost, failure: .connectionLost),
        Case(
            row: "E06", wire: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", code: .networkConnectionLost,
            failure: .incompleteBody, content: "hello"),
        Case(
            row: "E08", wire: chunked + "5\r\nhello\r\n", code: .networkConnectionLost, failure: .incompleteBody,
            content: "hello"),
        Case(
            row: "E09", wire: chunked + "5\r\nhello\r\nx\r\n", code: .cannotParseResponse, failure: .badFraming,
            content: "hello"),
        Case(
            row: "E10", wire: "HTTP/1.1 200 OK\r\nX: 1\r\n", code: .networkConnectionLost, failure: .connectionLost),
        Case(
            row: "E15", wire: "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx",
            code: .cannotDecodeContentData, failure: .unknownCoding),
        Case(
            row: "E16", wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello12",
            code: .cannotParseResponse, failure: .badFraming),
        Case(
            row: "E17", wire: "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", code: .cannotParseResponse,
            failure: .badHeader),
        Case(
            row: "E18", wire: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
            code: .cannotParseResponse, failure: .badFraming),
        Case(
            row: "E19", wire: "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 400_000))\r\n\r\n",
            code: .cannotParseResponse, failure: .badHeader),
        Case(
            row: "E20", wire: "HTTP/1.1 200 OK\r\nhello\r\n\r\n", code: .cannotParseResponse, failure: .badHeader),
        Case(row: "F11", wire: "HTTQ/1.1 200 OK\r\n\r\n", code: .cannotParseResponse, failure: .badStatusLine),
    ]

    @Test(.tags(.E05, .E06, .E08, .E09, .E10, .E15, .E16, .E17, .E18, .E19, .E20, .F11), arguments: cases)
    func `a failure has the contract's code, the exact reason and the URL, after what came before it`(
        _ test: Case
    ) async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(test.wire)
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        session.dataTask(with: URL(server.url("/x"))).resume()
        await witness.end()
        #expect(witness.error?.code == test.code)
        #expect(witness.error?.httpSessionFailure?.code == test.failure)
        #expect(witness.error?.failingURL == URL(server.url("/x")))
        #expect(witness.error?.localizedDescription.isEmpty == false)
        #expect(witness.content == Data(test.content.utf8))
        session.invalidateAndCancel()
    }

    @Test(.tags(.E03, .E04)) func `nobody listens, and no such host`() async throws {
        let scratch = try Scratch()
        let session = scratch.session()
        let refused = await #expect(throws: URLError.self) { try await session.data(from: URL("http://127.0.0.1:1/")) }
        #expect(refused?.code == .cannotConnectToHost)
        let unknown = await #expect(throws: URLError.self) {
            try await session.data(from: URL("http://no-such-host.invalid/"))
        }
        #expect(unknown?.code == .cannotFindHost)
        session.invalidateAndCancel()
    }

    @Test(.tags(.R07, .E21)) func `redirects without end`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let scratch = try Scratch()
        let session = scratch.session()
        let error = await #expect(throws: URLError.self) { try await session.data(from: URL(server.url("/x"))) }
        #expect(error?.code == .httpTooManyRedirects)
        #expect(server.requests.count == 21)
        #expect(server.connections == 1)
        session.invalidateAndCancel()
    }

    // MARK: Codings

    private static let text = String(repeating: "All work and no play makes Jack a dull boy. ", count: 50_000)
    private static let gzip = Deflater.code(Array(text.utf8), .gzip)

    struct Coded: Sendable, CustomTestStringConvertible {
        var name: String
        var coding = "gzip"
        var bytes: [UInt8]
        var text: String
        var failure: URLError.Code?
        var testDescription: String { name }
    }

    static let coded: [Coded] = [
        Coded(name: "gzip", bytes: gzip, text: text),
        Coded(name: "two members", bytes: gzip + Deflater.code(Array("end".utf8), .gzip), text: text + "end"),
        Coded(name: "zeros behind", bytes: gzip + [0, 0, 0], text: text),
        Coded(name: "deflate", coding: "deflate", bytes: Deflater.code(Array(text.utf8), .zlib), text: text),
        Coded(name: "raw deflate", coding: "deflate", bytes: Deflater.code(Array(text.utf8), .raw), text: text),
        Coded(name: "twice", coding: "gzip, GZIP", bytes: Deflater.code(gzip, .gzip), text: text),
        Coded(name: "none after all", coding: "gzip", bytes: [], text: ""),
        Coded(
            name: "E12", bytes: gzip.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8], text: text, failure: .cannotDecodeRawData),
        Coded(name: "E13", bytes: Array(gzip.dropLast(8)), text: text, failure: .cannotDecodeRawData),
        Coded(name: "E14", bytes: gzip + [9, 9], text: text, failure: .cannotDecodeRawData),
    ]

    @Test(.tags(.E12, .E13, .E14), arguments: coded)
    func `codings are taken off, and what is wrong with them is an error`(_ test: Coded) async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(test.coding)\r\nContent-Length: \(test.bytes.count)\r\n\r\n")
            await peer.send(test.bytes)
        }
        let witness = Witness()
        let scratch = try Scratch()
        // Two megabytes out of a few kilobytes, through a window of 64 KiB.
        let session = scratch.session(witness) { $0.maximumBytesInFlight = 64 << 10 }
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await witness.end()
        #expect(witness.error?.code == test.failure)
        #expect(witness.content == Data(test.text.utf8))
        #expect(task.response?.expectedContentLength == -1)
        #expect(server.requests.first?.contains("Accept-Encoding: gzip, deflate") == true)
        session.invalidateAndCancel()
    }

    @Test func `a bomb does not go off while nobody reads`() async throws {
        let bomb = Deflater.code([UInt8](repeating: 0, count: 64 << 20), .gzip)
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
            await peer.send(bomb)
            await peer.untilClientLeaves()
        }
        let witness = Witness(Witness.Answers(bytes: { task, sum in if sum > 1 << 20 { task.cancel() } }))
        let scratch = try Scratch()
        let session = scratch.session(witness) { $0.maximumBytesInFlight = 256 << 10 }
        session.dataTask(with: URL(server.url())).resume()
        await witness.end()
        #expect(witness.error?.code == .cancelled)
        #expect(witness.content.count <= 2 << 20)
        session.invalidateAndCancel()
    }

    @Test func `an answer to HEAD has no content to decode`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n")
        }
        let scratch = try Scratch()
        let session = scratch.session()
        var request = URLRequest(url: URL(server.url()))
        request.httpMethod = "HEAD"
        #expect(try await session.data(for: request).0.isEmpty)
        session.invalidateAndCancel()
    }
}
