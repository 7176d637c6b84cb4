import Compression
import Foundation
import HTTPMessages
import Locks
import TestSupport
import Testing

@testable import SessionKit

/// A slow application stops its server: what a task holds is bounded (contract S05).
@Suite(.timeLimit(.minutes(5))) struct BackPressureTests {
    enum Kind: String, CaseIterable { case data, download, bomb }

    private static let size = 24 << 20

    /// A delegate that counts, and stands still at its first piece until it is let go.
    private final class Slow: HTTPSessionDataDelegate, HTTPSessionDownloadDelegate {
        let counts = WatchedTransport.Counts()
        let reached = Gate()
        let over = Gate()
        let go = DispatchSemaphore(value: 0)
        let error = Locked<URLError?>(nil)
        let received = Locked<Int64>(0)

        private func take(_ count: Int64) {
            if !reached.isOpen {
                reached.open()
                go.wait()
            }
            received.withLock { $0 += count }
            counts.consume(Int(count))
        }

        func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) {
            take(Int64(data.count))
        }

        func httpSession(
            _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
        ) {
            take(bytesWritten)
        }

        func httpSession(
            _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {}

        func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
            self.error.withLock { $0 = error as? URLError }
            over.open()
        }
    }

    private static func server(_ kind: Kind, sent: Log<Int>) async throws -> RawServer {
        // A hundred megabytes of zeros in a hundred kilobytes.
        var bomb: [UInt8] = []
        if kind == .bomb {
            let deflater = Deflater(.gzip, level: 9)
            let zeros = [UInt8](repeating: 0, count: 1 << 20)
            for number in 1...100 { deflater.append(zeros, to: &bomb, flush: number == 100 ? .finish : .none) }
        }
        let content = bomb
        return try await RawServer(sendBuffer: 16 << 10) { peer in
            while await peer.request() != nil {
                guard kind != .bomb else {
                    await peer.send(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(content.count)\r\n\r\n")
                    await peer.send(content)
                    continue
                }
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                let piece = [UInt8](repeating: 0x61, count: 64 << 10)
                for _ in 0..<(size / piece.count) {
                    guard await peer.send(piece) else { return }
                    sent.append(piece.count)
                }
            }
        }
    }

    @Test(.tags(.S05), arguments: Kind.allCases, [nil, 64 << 10])
    func `what a task holds is bounded, and with it what the server can send`(kind: Kind, limit: Int?) async throws {
        let sent = Log<Int>()
        let server = try await Self.server(kind, sent: sent)
        let scratch = try Scratch()
        let slow = Slow()
        var configuration = HTTPSessionConfiguration.ephemeral
        configuration.temporaryDirectory = scratch.folder
        configuration.timeoutIntervalForRequest = 900
        #expect(configuration.maximumBytesInFlight == 1 << 20)
        if let limit { configuration.maximumBytesInFlight = limit }
        let session = HTTPSession(configuration: configuration, delegate: slow, seams: .watched(slow.counts))
        let task: HTTPSessionTask =
            kind == .download
            ? session.downloadTask(with: URL(server.url())) : session.dataTask(with: URL(server.url()))
        task.resume()
        await slow.reached.pass()
        // The bound is reached while the application does nothing; then the transfer is told to stop.
        while slow.counts.stops == 0 || slow.counts.brought < configuration.maximumBytesInFlight { await Task.yield() }
        // Other transfers on the same loop, from start to end: whatever else was to come has had its time.
        let other = scratch.session()
        for _ in 0..<20 { _ = try? await other.data(from: URL("http://127.0.0.1:1/")) }
        // One read of the socket may come on top.
        let bound = configuration.maximumBytesInFlight + (256 << 10)
        #expect(slow.counts.brought <= bound)
        if kind != .bomb { #expect(sent.entries.reduce(0, +) < Self.size) }
        #expect(!slow.over.isOpen)
        slow.go.signal()
        await slow.over.pass()
        #expect(slow.error.withLock { $0 } == nil)
        #expect(slow.received.withLock { $0 } == (kind == .bomb ? 100 << 20 : Int64(Self.size)))
        #expect(slow.counts.most <= bound)
        session.invalidateAndCancel()
        other.invalidateAndCancel()
    }
}
