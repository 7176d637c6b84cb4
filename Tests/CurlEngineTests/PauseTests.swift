import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import CurlEngine

/// Pausing on the multi-socket interface has a bad history: the pause is swept over every byte of a small body.
@Suite(.timeLimit(.minutes(5))) struct PauseTests {
    enum Framing: String, CaseIterable { case length, chunked, untilClose }

    @Test(arguments: Framing.allCases, [true, false])
    func `a transfer paused after any byte goes on where it was`(framing: Framing, together: Bool) async throws {
        let body = "0123456789abcdef"
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                let wire = Self.wire(body, framing)
                if together {
                    await peer.send(wire.joined())
                } else {
                    for piece in wire { await peer.send(piece) }
                }
                if framing == .untilClose { return }
            }
        }
        let desk = CurlDesk()
        for count in 0...body.count {
            let story = await desk.run(CurlRequest(url: server.url()), pausingAfter: count)
            #expect(story.text == body, "paused after \(count) bytes")
            #expect(story.failure == nil)
        }
        await desk.close()
    }

    @Test(arguments: Framing.allCases)
    func `a head that comes during a pause is read, and no content before the pause is over`(framing: Framing)
        async throws
    {
        let (asked, paused, sent) = (Gate(), Gate(), Gate())
        let server = try await RawServer { peer in
            _ = await peer.request()
            asked.open()
            await paused.pass()
            await peer.send("HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\n" + Self.wire("hello", framing).joined())
            sent.open()
            if framing != .untilClose { await peer.untilClientLeaves() }
        }
        let desk = CurlDesk()
        let story = await desk.run(CurlRequest(url: server.url()), pausedWhen: asked, then: paused, until: sent) {
            #expect($0.order == "ih")
        }
        #expect(story.failure == nil)
        #expect(story.order == "ihb.")
        #expect(story.interim == [103])
        #expect(
            story.head?.fields.contains(framing == .length ? "Content-Length" : "Transfer-Encoding")
                == (framing != .untilClose))
        #expect(story.text == "hello")
        await desk.close()
    }

    @Test func `a paused transfer does not read, and so the server cannot send`() async throws {
        let isSent = Gate()
        let size = 2 << 20
        let server = try await RawServer(sendBuffer: 16 << 10) { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 32 << 10)
            for _ in 0..<64 { await peer.send(piece) }
            isSent.open()
        }
        let desk = CurlDesk()
        // As many turns of the loop as would read it all several times.
        let story = await desk.run(CurlRequest(url: server.url()), pausingFor: 2000) {
            #expect(!isSent.isOpen)
        }
        #expect(story.body.count == size)
        #expect(isSent.isOpen)
        await desk.close()
    }

    @Test func `nothing is told before the call that takes up reading has returned`() async throws {
        let isSent = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 200001\r\n\r\n.")
            await peer.send([UInt8](repeating: 0x61, count: 200_000))
            isSent.open()
        }
        let desk = CurlDesk()
        let (story, early) = await desk.run(CurlRequest(url: server.url()), goingOnAt: isSent)
        #expect(early == 0)
        #expect(story.body.count == 200_001)
        #expect(story.failure == nil)
        await desk.close()
    }

    @Test func `what an event carries is bounded, and stays what it was when memory is used again`() async throws {
        let size = 3 << 20
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            for start in stride(from: 0, to: size, by: 64 << 10) { await peer.send(Self.pattern(start, 64 << 10)) }
        }
        let desk = CurlDesk(CurlEngine.Configuration(receiveBuffer: 32 << 10))
        let pieces = await desk.pieces(CurlRequest(url: server.url()))
        #expect(pieces.allSatisfy { $0.count <= 32 << 10 })
        // Compared before it is expected: two bodies that differ would be shown byte by byte.
        let isWhole = pieces.joined().elementsEqual(Self.pattern(0, size))
        #expect(isWhole)
        await desk.close()
    }

    private static func pattern(_ start: Int, _ count: Int) -> [UInt8] {
        (start..<start + count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    }

    private static func wire(_ body: String, _ framing: Framing) -> [String] {
        let bytes = body.map { String($0) }
        switch framing {
        case .length: return ["HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n"] + bytes
        case .chunked:
            return ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"] + bytes.map { "1\r\n\($0)\r\n" } + [
                "0\r\n\r\n"
            ]
        case .untilClose: return ["HTTP/1.1 200 OK\r\n\r\n"] + bytes
        }
    }
}
