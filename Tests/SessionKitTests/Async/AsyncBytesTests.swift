import Foundation
import Locks
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct AsyncBytesTests {
    private static func server(_ body: String, length: Int? = nil) async throws -> RawServer {
        try await RawServer { peer in
            guard await peer.request() != nil else { return }
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n" + body)
        }
    }

    /// Reads on to the end.
    private static func rest(_ iterator: inout HTTPSession.AsyncBytes.AsyncIterator) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = try await iterator.next() { bytes.append(byte) }
        return bytes
    }

    @Test func `bytes are read before the next are sent, and the response before any`() async throws {
        let (head, half) = (Gate(), Gate())
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
            await head.pass()
            await peer.send("01234")
            await half.pass()
            await peer.send("56789")
        }
        let session = try Scratch().session()
        let (bytes, response) = try await session.bytes(from: URL(server.url()))
        #expect(response.statusCode == 200)
        #expect(response.expectedContentLength == 10)
        #expect(bytes.task.countOfBytesReceived == 0)
        head.open()
        var iterator = bytes.makeAsyncIterator()
        for expected in "01234".utf8 { #expect(try await iterator.next() == expected) }
        half.open()
        #expect(try await Self.rest(&iterator) == Array("56789".utf8))
        #expect(try await iterator.next() == nil)
        #expect(bytes.task.countOfBytesReceived == 10)
        session.invalidateAndCancel()
    }

    @Test(.tags(.S05)) func `a reader that lags stops the server`() async throws {
        let sent = Locked(0)
        let isOver = Gate()
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
        let scratch = try Scratch()
        let session = scratch.session { $0.maximumBytesInFlight = 64 << 10 }
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        var iterator = bytes.makeAsyncIterator()
        #expect(try await iterator.next() == 0x61)
        // Twenty transfers of another session: time enough to read it all.
        let other = scratch.session()
        let small = try await RawServer { peer in
            while await peer.request() != nil { await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
        for _ in 0..<20 { _ = try await other.data(from: URL(small.url())) }
        #expect(!isOver.isOpen)
        #expect(bytes.task.countOfBytesReceived < 1 << 20)
        // In flight, one read, and what the kernels hold.
        #expect(sent.withLock { $0 } < 6 << 20)
        #expect(try await Self.rest(&iterator).count == 8 << 20 - 1)
        session.invalidateAndCancel()
        other.invalidateAndCancel()
    }

    @Test func `the least there can be in flight is enough to get through`() async throws {
        let server = try await Self.server(String(repeating: "0123456789", count: 100_000))
        let session = try Scratch().session { $0.maximumBytesInFlight = 1 }
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        var iterator = bytes.makeAsyncIterator()
        #expect(try await Self.rest(&iterator).count == 1_000_000)
        session.invalidateAndCancel()
    }

    @Test func `what came before a failure is read, then the failure is thrown, then nothing comes`() async throws {
        let server = try await Self.server("hello", length: 9)
        let session = try Scratch().session()
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        var iterator = bytes.makeAsyncIterator()
        for expected in "hello".utf8 { #expect(try await iterator.next() == expected) }
        let error = await #expect(throws: URLError.self) { try await Self.rest(&iterator) }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.httpSessionFailure?.code == .incompleteBody)
        #expect(try await iterator.next() == nil)
        session.invalidateAndCancel()
    }

    @Test func `a failure before the response is thrown by the call`() async throws {
        let server = try await RawServer { peer in _ = await peer.request() }
        let session = try Scratch().session()
        let error = await #expect(throws: URLError.self) { try await session.bytes(from: URL(server.url())) }
        #expect(error?.code == .networkConnectionLost)
        session.invalidateAndCancel()
    }

    @Test func `a reader that nobody holds any more lets go of its connection`() async throws {
        let isLeft = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
            await peer.untilClientLeaves()
            isLeft.open()
        }
        let session = try Scratch().session()
        let task = try await {
            let (bytes, _) = try await session.bytes(from: URL(server.url()))
            for try await byte in bytes {
                #expect(byte == 0x68)
                break
            }
            return bytes.task
        }()
        await isLeft.pass()
        await session.allTasksGone()
        #expect((task.error as? URLError)?.code == .cancelled)
        session.invalidateAndCancel()
    }

    @Test func `a second iterator goes on behind the first`() async throws {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
            await gate.pass()
            await peer.send("56789")
        }
        let session = try Scratch().session()
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        var first = bytes.makeAsyncIterator()
        for expected in "01234".utf8 { #expect(try await first.next() == expected) }
        gate.open()
        var second = bytes.makeAsyncIterator()
        #expect(try await Self.rest(&second) == Array("56789".utf8))
        session.invalidateAndCancel()
    }

    @Test func `content that is here already is not read by a reader that was cancelled`() async throws {
        let server = try await Self.server("hello")
        let session = try Scratch().session()
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        await session.allTasksGone()
        let isCancelled = Gate()
        let work = Task {
            await isCancelled.pass()
            var iterator = bytes.makeAsyncIterator()
            return try await Self.rest(&iterator)
        }
        work.cancel()
        isCancelled.open()
        let error = await #expect(throws: URLError.self) { try await work.value }
        #expect(error?.code == .cancelled)
        session.invalidateAndCancel()
    }

    // MARK: Lines

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb", ["a", "b"]), ("\n\n", ["", ""]), ("a\r\r\nb", ["a", "", "b"]), ("\r\n\nx\n", ["", "", "x"]),
        ("naïve\n€", ["naïve", "€"]),
    ])
    func `lines end at LF, CR and CR LF, empty ones are lines too`(text: String, lines: [String]) async throws {
        let server = try await Self.server(text)
        let session = try Scratch().session()
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        #expect(try await bytes.lines.reduce(into: []) { $0.append($1) } == lines)
        session.invalidateAndCancel()
    }

    @Test func `a line is told when its end is there, also when that may be half an end`() async throws {
        let (first, second) = (Gate(), Gate())
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none\r")
            await first.pass()
            await peer.send("\ntwo\n")
            await second.pass()
        }
        let session = try Scratch().session()
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        var lines = bytes.lines.makeAsyncIterator()
        #expect(try await lines.next() == "one")
        first.open()
        #expect(try await lines.next() == "two")
        second.open()
        #expect(try await lines.next() == nil)
        session.invalidateAndCancel()
    }

    @Test func `bytes that are no UTF-8 do not end the lines`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
            await peer.send([0x61, 0xFF, 0x0A, 0x62, 0xC3])
        }
        let session = try Scratch().session()
        let (bytes, _) = try await session.bytes(from: URL(server.url()))
        #expect(try await bytes.lines.reduce(into: []) { $0.append($1) } == ["a\u{FFFD}", "b\u{FFFD}"])
        session.invalidateAndCancel()
    }
}
