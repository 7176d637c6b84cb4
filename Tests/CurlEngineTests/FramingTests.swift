import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import CurlEngine

/// What ends how (oracle table 1, contract §9), each on a connection of its own.
@Suite(.timeLimit(.minutes(5))) struct FramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var wire: String
        var ends: End = .fin
        /// The body that must be told, and the failure, nil for a whole message.
        var body: String
        var failure: CurlFailure.Code?
        var testDescription: String { name }

        enum End: Sendable { case fin, reset, open }
    }

    private static let length = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let untilClose = "HTTP/1.1 200 OK\r\n\r\n"

    static let cases: [Case] = [
        Case(name: "length, whole", wire: length + "0123456789", ends: .open, body: "0123456789"),
        Case(name: "length, fin", wire: length + "012345", body: "012345", failure: .incompleteBody),
        Case(name: "length, rst", wire: length + "012345", ends: .reset, body: "012345", failure: .connectionLost),
        Case(name: "chunked, whole", wire: chunked + "5\r\n01234\r\n0\r\n\r\n", ends: .open, body: "01234"),
        Case(name: "chunked, fin", wire: chunked + "5\r\n01234\r\n", body: "01234", failure: .incompleteBody),
        Case(name: "chunked, fin in a chunk", wire: chunked + "5\r\n012", body: "012", failure: .incompleteBody),
        Case(
            name: "chunked, rst", wire: chunked + "5\r\n01234\r\n", ends: .reset, body: "01234",
            failure: .connectionLost),
        Case(name: "chunked, last line end missing", wire: chunked + "5\r\n01234\r\n0\r\n", body: "01234"),
        Case(name: "until close, fin", wire: untilClose + "01234", body: "01234"),
        Case(
            name: "until close, rst", wire: untilClose + "01234", ends: .reset, body: "01234", failure: .connectionLost),
        Case(name: "nothing, fin", wire: "", body: "", failure: .connectionLost),
        Case(name: "nothing, rst", wire: "", ends: .reset, body: "", failure: .connectionLost),
        Case(name: "inside the status line, fin", wire: "HTTP/1.1 20", body: "", failure: .connectionLost),
        Case(name: "inside the head, fin", wire: "HTTP/1.1 200 OK\r\nX: 1\r\n", body: "", failure: .connectionLost),
        Case(
            name: "inside the head, rst", wire: "HTTP/1.1 200 OK\r\nX: 1\r\n", ends: .reset, body: "",
            failure: .connectionLost),
        Case(name: "bad chunk size", wire: chunked + "5x\r\nhello\r\n0\r\n\r\n", body: "", failure: .badFraming),
        Case(name: "bad chunk end", wire: chunked + "5\r\nhelloX\r\n0\r\n\r\n", body: "hello", failure: .badFraming),
        Case(name: "chunk extension", wire: chunked + "5;a=b\r\nhello\r\n0\r\n\r\n", ends: .open, body: "hello"),
        Case(
            name: "two lengths", wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello12",
            ends: .open, body: "", failure: .badFraming),
        Case(
            name: "the same length twice",
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", ends: .open, body: "hello"),
        Case(
            name: "negative length", wire: "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", ends: .open, body: "",
            failure: .badHeader),
        Case(
            name: "absurd length", wire: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
            ends: .open, body: "", failure: .badFraming),
        Case(
            name: "chunked wins over a length",
            wire: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            ends: .open, body: "hello"),
        Case(
            name: "a length after chunked",
            wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            ends: .open, body: "hello"),
        Case(
            name: "NUL", wire: "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 5\r\n\r\nhello", ends: .open, body: "",
            failure: .badHeader),
        Case(
            name: "no colon", wire: "HTTP/1.1 200 OK\r\nhello\r\nContent-Length: 5\r\n\r\nhello", ends: .open, body: "",
            failure: .badHeader),
        Case(
            name: "no status line", wire: "HTTQ/1.1 200 OK\r\n\r\nhello", ends: .open, body: "", failure: .badStatusLine
        ),
        Case(
            name: "one long line", wire: "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 400_000))\r\n\r\n",
            ends: .open, body: "", failure: .badHeader),
        Case(
            name: "many lines",
            wire: "HTTP/1.1 200 OK\r\n\(String(repeating: "X-Pad: aaaaaaaaaaaaaaaaaaaaaaaa\r\n", count: 20_000))\r\n",
            ends: .open, body: "", failure: .badHeader),
        Case(name: "bare line feeds", wire: "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", ends: .open, body: "hello"),
        Case(name: "no reason", wire: "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", ends: .open, body: "hello"),
        Case(
            name: "no body allowed", wire: "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n", ends: .open, body: ""),
    ]

    @Test(arguments: cases)
    func `what came is told, and whether it was whole`(_ test: Case) async throws {
        let told = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(test.wire)
            switch test.ends {
            case .fin: break
            case .open: await peer.untilClientLeaves()
            case .reset:
                // A reset may destroy what it overtakes: the client has it all before.
                if !test.body.isEmpty { await told.pass() }
                await peer.reset()
            }
        }
        let desk = CurlDesk()
        let story = await desk.run(CurlRequest(url: server.url())) { _, story in
            if story.text == test.body { told.open() }
        }
        #expect(story.text == test.body)
        #expect(story.failure?.code == test.failure)
        await desk.close()
    }

    @Test func `a connection in step after trailers is used again`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send(Self.chunked + "1\r\nx\r\n0\r\nX-Sum: 1\r\n\r\n")
            }
        }
        let desk = CurlDesk()
        #expect(await desk.get(server.url()).trailers == ["X-Sum": "1"])
        let second = await desk.get(server.url())
        #expect(second.text == "x")
        #expect(second.metrics?.isReused == true)
        await desk.close()
    }

    @Test func `bytes after an answer do not become the next one`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(Self.length + "0123456789HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
            while await peer.request() != nil { await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain") }
        }
        let desk = CurlDesk()
        #expect(await desk.get(server.url()).text == "0123456789")
        #expect(await desk.get(server.url()).text != "wrong")
        await desk.close()
    }

    @Test func `nobody listens, and no such host`() async throws {
        let server = try await RawServer { _ in }
        let port = server.port
        let desk = CurlDesk()
        _ = consume server
        let refused = await desk.get("http://127.0.0.1:1/")
        #expect(refused.failure?.code == .refused)
        #expect(refused.failure?.phase == .connecting)
        #expect(await desk.get("http://no-such-host.invalid/").failure?.code == .dns)
        #expect(await desk.get("ftp://127.0.0.1:\(port)/").failure?.code == .unsupportedScheme)
        #expect(await desk.get("http://127.0.0.1:999999/").failure?.code == .badRequest)
        let injected = CurlRequest(url: "http://127.0.0.1:1/", fields: ["X": "a\r\nY: b"])
        #expect(await desk.run(injected).failure?.code == .badRequest)
        await desk.close()
    }
}
