import Compression
import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    /// The moments of a transaction in the order in which they can only come.
    private static func moments(_ one: HTTPSessionTaskTransactionMetrics) -> [Date?] {
        [
            one.fetchStartDate, one.domainLookupStartDate, one.domainLookupEndDate, one.connectStartDate,
            one.connectEndDate, one.requestStartDate, one.requestEndDate, one.responseStartDate, one.responseEndDate,
        ]
    }

    /// Which of the moments were reached, one letter each.
    private static func reached(_ one: HTTPSessionTaskTransactionMetrics) -> String {
        zip("flLcCqQrR", moments(one)).map { $1 == nil ? "-" : String($0) }.joined()
    }

    private static func isInOrder(_ one: HTTPSessionTaskTransactionMetrics) -> Bool {
        let known = moments(one).compactMap(\.self)
        return zip(known, known.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// Runs a data task to its end, and gives back what was measured.
    private static func metrics(
        _ request: URLRequest, _ session: HTTPSession, _ witness: Witness
    ) async throws -> HTTPSessionTaskMetrics {
        let count = witness.ends
        session.dataTask(with: request).resume()
        await witness.end(of: count + 1)
        return try #require(witness.metrics.last)
    }

    private static func metrics(
        _ url: String, _ session: HTTPSession, _ witness: Witness
    ) async throws -> HTTPSessionTaskMetrics {
        try await metrics(URLRequest(url: URL(url)), session, witness)
    }

    @Test(.tags(.D10)) func `a first transfer has every moment, in order, and a second one uses its connection`()
        async throws
    {
        let server = try await RawServer { peer in while await peer.request() != nil { await peer.send(Self.answer) } }
        let witness = Witness()
        let session = try Scratch().session(witness)
        let first = try await Self.metrics(server.url("/a"), session, witness)
        let second = try await Self.metrics(server.url("/b"), session, witness)
        let one = try #require(first.transactionMetrics.first)
        let two = try #require(second.transactionMetrics.first)
        #expect(first.transactionMetrics.count == 1)
        #expect(first.redirectCount == 0)
        #expect(Self.reached(one) == "flLcCqQrR")
        #expect(Self.isInOrder(one))
        #expect(one.secureConnectionStartDate == nil)
        #expect(one.secureConnectionEndDate == nil)
        #expect(first.taskInterval.start <= (one.fetchStartDate ?? .distantPast))
        #expect((one.responseEndDate ?? .distantFuture) <= first.taskInterval.end)
        #expect(!one.isReusedConnection)
        #expect(!one.isProxyConnection)
        #expect(one.resourceFetchType == .networkLoad)
        #expect(one.networkProtocolName == "http/1.1")
        #expect(one.response?.statusCode == 200)
        #expect(one.request.url?.path == "/a")
        #expect(one.request.value(forHTTPHeaderField: "User-Agent") == "SessionKit")

        #expect(Self.reached(two) == "f----qQrR")
        #expect(Self.isInOrder(two))
        #expect(two.isReusedConnection)
        for each in [one, two] {
            #expect(each.remotePort == server.port)
            #expect(each.remoteAddress == "127.0.0.1")
            #expect(each.localAddress == "127.0.0.1")
            #expect(each.localPort == one.localPort)
        }
        #expect(one.localPort != server.port)
        session.invalidateAndCancel()
    }

    @Test(.tags(.P04)) func `bytes are counted as they went over the wire, and content also as the application has it`()
        async throws
    {
        let plain = [UInt8](repeating: 0x61, count: 5000)
        let coded = Deflater.code(plain, .gzip)
        let interim = "HTTP/1.1 103 Early\r\nX: 1\r\n\r\n"
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunked =
            Array("\(String(coded.count, radix: 16))\r\n".utf8) + coded + Array("\r\n0\r\nX-Sum: 1\r\n\r\n".utf8)
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(interim)
            await peer.send(head)
            await peer.send(chunked)
        }
        let witness = Witness()
        let session = try Scratch().session(witness)
        let one = try #require(try await Self.metrics(server.url(), session, witness).transactionMetrics.first)
        #expect(witness.content.count == 5000)
        #expect(one.countOfRequestHeaderBytesSent == Int64(try #require(server.requests.first).utf8.count + 4))
        #expect(one.countOfRequestBodyBytesSent == 0)
        #expect(one.countOfResponseHeaderBytesReceived == Int64((interim + head).utf8.count))
        #expect(one.countOfResponseBodyBytesReceived == Int64(chunked.count))
        #expect(one.countOfResponseBodyBytesAfterDecoding == 5000)
        session.invalidateAndCancel()
    }

    @Test func `a request ends when the last of its content is on its way`() async throws {
        let gate = Gate()
        let server = try await RawServer { peer in
            let request = await peer.request()
            if request?.hasPrefix("PUT ") == true {
                // Refused before its content was asked for, which is more than the kernels hold.
                await peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
                return await gate.pass()
            }
            _ = await peer.content(5)
            await peer.send(Self.answer)
        }
        let witness = Witness()
        let session = try Scratch().session(witness)
        var request = URLRequest(url: URL(server.url()))
        request.httpMethod = "POST"
        request.httpBody = Data("12345".utf8)
        let whole = try #require(try await Self.metrics(request, session, witness).transactionMetrics.first)
        #expect(whole.countOfRequestBodyBytesSent == 5)
        #expect(whole.countOfRequestBodyBytesBeforeEncoding == 5)
        #expect(Self.reached(whole) == "flLcCqQrR")
        #expect(Self.isInOrder(whole))
        request.httpMethod = "PUT"
        request.httpBody = Data(count: 64 << 20)
        let half = try #require(try await Self.metrics(request, session, witness).transactionMetrics.first)
        gate.open()
        #expect(half.response?.statusCode == 413)
        #expect(half.requestEndDate == nil)
        #expect(half.countOfRequestBodyBytesSent < 64 << 20)
        #expect(half.countOfRequestBodyBytesBeforeEncoding == half.countOfRequestBodyBytesSent)
        session.invalidateAndCancel()
    }

    @Test(.tags(.D10)) func `every hop of a redirect has a transaction, also one whose content is let go`() async throws
    {
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                if request.hasPrefix("GET /a ") {
                    await peer.send("HTTP/1.0 302 Found\r\nLocation: /b\r\nContent-Length: 9\r\n\r\nhalf")
                    return await peer.untilClientLeaves()
                }
                if request.hasPrefix("GET /b ") {
                    await peer.send("HTTP/1.1 307 Go\r\nLocation: /c\r\nContent-Length: 0\r\n\r\n")
                } else {
                    await peer.send(Self.answer)
                }
            }
        }
        let witness = Witness()
        let session = try Scratch().session(witness)
        let metrics = try await Self.metrics(server.url("/a"), session, witness)
        #expect(metrics.redirectCount == 2)
        #expect(metrics.transactionMetrics.map { $0.request.url?.path } == ["/a", "/b", "/c"])
        #expect(metrics.transactionMetrics.map { $0.response?.statusCode } == [302, 307, 200])
        #expect(metrics.transactionMetrics.map(\.networkProtocolName) == ["http/1.0", "http/1.1", "http/1.1"])
        #expect(metrics.transactionMetrics.allSatisfy { $0.responseEndDate != nil && Self.isInOrder($0) })
        #expect(metrics.transactionMetrics.map(\.countOfResponseBodyBytesAfterDecoding).last == 5)
        session.invalidateAndCancel()
    }

    @Test func `a download that asks for the rest by itself has a transaction for each request, and no redirect`()
        async throws
    {
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                if request.contains("Range: bytes=5-") {
                    await peer.send(
                        "HTTP/1.1 206 P\r\nETag: \"v\"\r\nContent-Range: bytes 5-6/10\r\nContent-Length: 2\r\n\r\n56")
                } else {
                    await peer.send(
                        "HTTP/1.1 206 P\r\nETag: \"v\"\r\nContent-Range: bytes 7-9/10\r\nContent-Length: 3\r\n\r\n789")
                }
            }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let half = ResumeDataForTests.half(of: URL(server.url()), in: scratch.folder)
        session.downloadTask(withResumeData: half).resume()
        await witness.end()
        #expect(witness.file == Data("0123456789".utf8))
        let metrics = try #require(witness.metrics.first)
        #expect(
            metrics.transactionMetrics.map { $0.request.value(forHTTPHeaderField: "Range") } == [
                "bytes=5-", "bytes=7-",
            ])
        #expect(metrics.redirectCount == 0)
        session.invalidateAndCancel()
    }

    // MARK: What was never reached

    @Test func `nobody listens: no connection, no request, no addresses`() async throws {
        let witness = Witness()
        let session = try Scratch().session(witness)
        let one = try #require(try await Self.metrics("http://127.0.0.1:1/", session, witness).transactionMetrics.first)
        #expect(witness.error?.code == .cannotConnectToHost)
        #expect(Self.reached(one) == "flLc-----")
        #expect(one.response == nil)
        #expect(one.networkProtocolName == nil)
        #expect(!one.isReusedConnection)
        #expect(one.localPort == nil && one.localAddress == nil && one.remotePort == nil && one.remoteAddress == nil)
        #expect(one.countOfRequestHeaderBytesSent == 0)
        session.invalidateAndCancel()
    }

    @Test func `an answer that breaks off has a beginning and no end`() async throws {
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        }
        let witness = Witness()
        let session = try Scratch().session(witness)
        let one = try #require(try await Self.metrics(server.url(), session, witness).transactionMetrics.first)
        #expect(witness.error?.code == .networkConnectionLost)
        #expect(Self.reached(one) == "flLcCqQr-")
        #expect(one.countOfResponseBodyBytesReceived == 5)
        session.invalidateAndCancel()
    }

    @Test(
        .tags(.D10), arguments: [("", "flLcCqQ--"), ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "flLcCqQr-")])
    func `a task cancelled on its way has what it had reached`(sent: String, expected: String) async throws {
        let reached = Gate()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(sent)
            reached.open()
            await peer.untilClientLeaves()
        }
        let witness = Witness()
        let session = try Scratch().session(witness)
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        await reached.pass()
        if !sent.isEmpty { await witness.bytes(5) }
        task.cancel()
        await witness.end()
        let metrics = try #require(witness.metrics.first)
        #expect(witness.error?.code == .cancelled)
        #expect(metrics.transactionMetrics.map(Self.reached) == [expected])
        #expect(metrics.transactionMetrics.first?.localPort != nil)
        session.invalidateAndCancel()
    }

    @Test func `a task that never asked has no transaction`() async throws {
        let witness = Witness()
        let session = try Scratch().session(witness)
        let task = session.dataTask(with: URL("http://127.0.0.1:1/"))
        task.cancel()
        await witness.end()
        #expect(witness.metrics.count == 1)
        #expect(witness.metrics.first?.transactionMetrics.isEmpty == true)
        #expect(witness.lines == ["end -999"])
        session.invalidateAndCancel()
    }

    // MARK: Who is told, and when

    @Test(.tags(.D02)) func `metrics come behind the file and before the end`() async throws {
        final class Order: HTTPSessionDownloadDelegate {
            let lines = Log<String>()
            let hasEnded = Gate()

            func httpSession(
                _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
            ) { lines.append("file") }

            func httpSession(
                _ session: HTTPSession, task: HTTPSessionTask, didFinishCollecting metrics: HTTPSessionTaskMetrics
            ) { lines.append("metrics, \(task.error == nil ? "no error yet" : "error")") }

            func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
                lines.append("end")
                hasEnded.open()
            }
        }
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send(Self.answer)
        }
        let order = Order()
        let scratch = try Scratch()
        let session = scratch.session(order)
        session.downloadTask(with: URL(server.url())).resume()
        await order.hasEnded.pass()
        #expect(order.lines.entries == ["file", "metrics, no error yet", "end"])
        session.invalidateAndCancel()
    }

    @Test func `a completion handler and an await leave the metrics to the delegate`() async throws {
        let server = try await RawServer { peer in while await peer.request() != nil { await peer.send(Self.answer) } }
        let (own, witness) = (Witness(), Witness())
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let seen = await withCheckedContinuation { continuation in
            session.dataTask(with: URL(server.url())) { _, _, _ in
                continuation.resume(returning: witness.metrics.count)
            }.resume()
        }
        #expect(seen == 1)
        _ = try await session.data(from: URL(server.url()), delegate: own)
        _ = try await session.download(from: URL(server.url()), delegate: own)
        #expect(own.metrics.map(\.transactionMetrics.count) == [1, 1])
        #expect(witness.metrics.count == 1)
        session.invalidateAndCancel()
    }
}
