import EventLoop
import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import CurlEngine

@Suite(.timeLimit(.minutes(5))) struct CurlEngineTests {
    @Test(.tags(.E11)) func `a transfer tells interim answers, head, body, trailers and one end, in order`()
        async throws
    {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            await peer.send("HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\nX: 1\r\nx: 2\r\n\r\n")
            await peer.send("5\r\nhello\r\n0\r\nX-Sum: 9\r\n\r\n")
        }
        let desk = CurlDesk()
        let story = await desk.get(server.url())
        #expect(story.order == "ihbt.")
        #expect(story.interim == [103])
        #expect(story.head?.reason == "Fine")
        #expect(story.head?.fields == ["Transfer-Encoding": "chunked", "X": "1", "x": "2"])
        #expect(story.text == "hello")
        #expect(story.trailers == ["X-Sum": "9"])
        await desk.close()
    }

    @Test func `fields are sent as they are given and in that order, and nothing is added`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        let desk = CurlDesk()
        _ = await desk.run(
            CurlRequest(
                url: server.url("/a/../b%20c?d#e"), fields: ["Zeta": "1", "alpha": "2", "Zeta": "3", "Empty": ""]))
        #expect(
            server.requests == [
                "GET /a/../b%20c?d HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nZeta: 1\r\nalpha: 2\r\nZeta: 3\r\nEmpty:"
            ])
        await desk.close()
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
    func `a body is framed by its length and asks for no permission`(method: String) async throws {
        let size = 2_000_000
        let server = try await RawServer { peer in
            _ = await peer.request()
            let content = await peer.content(size)
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\(content.count == size ? "ok" : "no")")
        }
        let desk = CurlDesk()
        let body = Data(repeating: 0x61, count: size)
        let story = await desk.run(CurlRequest(method: method, url: server.url(), body: .data(body)))
        #expect(story.text == "ok")
        #expect(story.sent.last == Int64(size))
        #expect(story.sent == Set(story.sent).sorted())
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(head.contains("Content-Length: \(size)"))
        #expect(!head.contains("Expect"))
        await desk.close()
    }

    @Test(arguments: [("POST", true), ("PUT", true), ("DELETE", false), ("GET", false), ("OPTIONS", false)])
    func `a request without a body says so where one is usual`(method: String, says: Bool) async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        let desk = CurlDesk()
        let story = await desk.get(server.url(), method: method)
        #expect(story.order == "h.")
        #expect(server.requests.first?.contains("Content-Length: 0") == says)
        await desk.close()
    }

    @Test func `HEAD has no body, whatever its length`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil { await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n") }
        }
        let desk = CurlDesk()
        #expect(await desk.get(server.url(), method: "HEAD").order == "h.")
        #expect(await desk.get(server.url(), method: "HEAD").metrics?.isReused == true)
        await desk.close()
    }

    @Test func `connections are reused, but not for what must not be sent twice`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil { await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx") }
        }
        let desk = CurlDesk()
        #expect(await desk.get(server.url()).metrics?.isReused == false)
        #expect(await desk.get(server.url()).metrics?.isReused == true)
        #expect(await desk.get(server.url(), method: "POST").metrics?.isReused == false)
        #expect(server.connections == 2)
        await desk.close()
    }

    @Test(.tags(.E05)) func `a GET on a connection that turns out to be dead is sent once more`() async throws {
        let server = try await RawServer { peer in
            guard await peer.request() != nil else { return }
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            _ = await peer.request()
        }
        let desk = CurlDesk()
        _ = await desk.get(server.url())
        let second = await desk.get(server.url())
        #expect(second.order == "hb.")
        #expect(server.requests.count == 3)
        await desk.close()
    }

    @Test(.tags(.S20)) func `the environment's proxy is not used`() async throws {
        await #expect(processExitsWith: .success) {
            // In a process of its own: changing the environment while other threads read it is a race.
            unsafe setenv("http_proxy", "http://127.0.0.1:1", 1)
            let server = try await RawServer { peer in
                _ = await peer.request()
                await peer.send("HTTP/1.1 204 No\r\n\r\n")
            }
            let desk = CurlDesk()
            let story = await desk.get(server.url())
            await desk.close()
            guard story.order == "h." else { fatalError("\(story)") }
        }
    }

    @Test func `redirects and challenges are answers like others, and content is not decoded`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(
                "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc")
        }
        let desk = CurlDesk()
        let story = await desk.get(server.url())
        #expect(story.head?.status == 302)
        #expect(story.text == "abc")
        #expect(server.requests.count == 1)
        await desk.close()
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a transfer that is cancelled at any event tells nothing more`(at count: Int) async throws {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 103 Early Hints\r\n\r\n")
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            await peer.untilClientLeaves()
            gate.open()
        }
        let desk = CurlDesk()
        let told = await desk.cancel(CurlRequest(url: server.url()), after: count)
        #expect(told == count)
        if count > 0 { await gate.pass() }
        await desk.close()
    }

    @Test func `a body source may have nothing for a while`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            let content = await peer.content(10)
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
            await peer.send(content)
        }
        let desk = CurlDesk()
        let story = await desk.upload(["hello", nil, "world"], to: server.url())
        #expect(story.text == "helloworld")
        await desk.close()
    }

    @Test func `a closed engine leaves nothing behind`() async throws {
        let gate = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.untilClientLeaves()
            gate.open()
        }
        let desk = CurlDesk()
        await desk.abandon(CurlRequest(url: server.url()))
        await desk.untilConnected(to: server)
        await desk.close()
        await gate.pass()
    }
}
