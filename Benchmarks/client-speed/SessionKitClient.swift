import Foundation
import SessionKit

/// SessionKit with its defaults.
struct SessionKitClient: Client {
    func file(_ url: URL) async throws -> Int64 {
        let session = HTTPSession(configuration: .default)
        return try takeLength(of: await session.download(from: url).0)
    }

    func discard(_ url: URL, resting: UInt32) async throws -> Int64 {
        let (ends, report) = AsyncThrowingStream.makeStream(of: Int64.self)
        let session = HTTPSession(configuration: .default, delegate: Counter(report, resting), delegateQueue: nil)
        session.dataTask(with: url).resume()
        session.finishTasksAndInvalidate()
        return try await ends.reduce(0, +)
    }

    func small(_ url: URL, times: Int) async throws -> Int64 {
        let session = HTTPSession(configuration: .default)
        return try await total(of: times) { try await session.data(from: url).0.count }
    }

    /// Called on the session's serial queue only.
    private final class Counter: HTTPSessionDataDelegate, @unchecked Sendable {
        private let report: AsyncThrowingStream<Int64, any Error>.Continuation
        private let resting: UInt32
        private var count: Int64 = 0

        init(_ report: AsyncThrowingStream<Int64, any Error>.Continuation, _ resting: UInt32) {
            self.report = report
            self.resting = resting
        }

        func httpSession(_ session: HTTPSession, dataTask: HTTPSessionDataTask, didReceive data: Data) {
            count += Int64(data.count)
            if resting > 0 { usleep(resting) }
        }

        func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
            report.yield(count)
            report.finish(throwing: error)
        }
    }
}
