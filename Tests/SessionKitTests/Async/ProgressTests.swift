import Foundation
import Locks
import TestSupport
import Testing

@testable import SessionKit

@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
    private static let nowhere = URL("http://127.0.0.1:1/")

    // MARK: Progress acts on the task

    @Test(.tags(.K13)) func `cancel, pause and resume act before they return`() async throws {
        let server = try await RawServer { await $0.untilClientLeaves() }
        let session = try Scratch().session()
        let task = session.dataTask(with: URL(server.url()))
        #expect(task.progress.isCancellable && task.progress.isPausable)
        task.progress.resume()
        #expect(task.state == .running)
        task.progress.pause()
        #expect(task.state == .suspended)
        task.progress.resume()
        #expect(task.state == .running)
        task.progress.cancel()
        #expect(task.state == .canceling || task.state == .completed)
        session.invalidateAndCancel()
    }

    @Test func `paused twice is paused, and one resume undoes it`() async throws {
        let server = try await RawServer { await $0.untilClientLeaves() }
        let session = try Scratch().session()
        let task = session.dataTask(with: URL(server.url()))
        task.resume()
        task.progress.pause()
        task.progress.pause()
        #expect(task.state == .suspended)
        task.progress.resume()
        #expect(task.state == .running)
        session.invalidateAndCancel()
    }

    @Test func `a pause on top of a suspension undoes itself only`() throws {
        let session = try Scratch().session()
        let task = session.dataTask(with: Self.nowhere)
        task.progress.pause()
        task.progress.resume()
        #expect(task.state == .suspended)
        task.resume()
        #expect(task.state != .suspended)
        session.invalidateAndCancel()
    }

    @Test(.tags(.K13)) func `a progress higher up cancels the task, and counts it when it has succeeded`() async throws
    {
        let server = try await RawServer { peer in
            while let request = await peer.request() {
                guard !request.hasPrefix("GET /nothing ") else { return await peer.untilClientLeaves() }
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            }
        }
        let parent = Progress.discreteProgress(totalUnitCount: 2)
        let witness = Witness()
        let session = try Scratch().session(witness)
        let (whole, held) = (
            session.dataTask(with: URL(server.url())), session.dataTask(with: URL(server.url("/nothing")))
        )
        parent.addChild(whole.progress, withPendingUnitCount: 1)
        parent.addChild(held.progress, withPendingUnitCount: 1)
        whole.resume()
        await witness.end()
        #expect(parent.completedUnitCount == 1)
        held.resume()
        parent.cancel()
        await witness.end(of: 2)
        #expect(witness.error?.code == .cancelled)
        #expect(parent.completedUnitCount == 1)
        session.invalidateAndCancel()
    }

    @Test func `a progress that is asked for belongs to no other by itself`() throws {
        let session = try Scratch().session()
        let other = Progress.discreteProgress(totalUnitCount: 1)
        other.becomeCurrent(withPendingUnitCount: 1)
        let progress = session.dataTask(with: Self.nowhere).progress
        other.resignCurrent()
        #expect(other.completedUnitCount == 1)
        other.cancel()
        #expect(!progress.isCancelled)
        session.invalidateAndCancel()
    }

    // MARK: Progress shows the task

    /// What a delegate saw of the progress whenever it was told of bytes.
    private final class Watch: HTTPSessionDownloadDelegate {
        let seen = Locked<[(completed: Int64, total: Int64, isFinished: Bool)]>([])
        let hasEnded = Gate()
        private let whenWhole: @Sendable (HTTPSessionDownloadTask) -> Void

        init(whenWhole: @escaping @Sendable (HTTPSessionDownloadTask) -> Void = { _ in }) {
            self.whenWhole = whenWhole
        }

        func httpSession(
            _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
        ) {
            let progress = downloadTask.progress
            seen.withLock { $0.append((progress.completedUnitCount, progress.totalUnitCount, progress.isFinished)) }
            if totalBytesWritten == 10 { whenWhole(downloadTask) }
        }

        func httpSession(
            _ session: HTTPSession, downloadTask: HTTPSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {}

        func httpSession(_ session: HTTPSession, task: HTTPSessionTask, didCompleteWithError error: (any Error)?) {
            hasEnded.open()
        }
    }

    /// The content, whose end the server keeps back.
    private static func server(_ fields: String, _ content: String, end: Gate, _ last: String = "") async throws
        -> RawServer
    {
        try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(content)")
            await end.pass()
            await peer.send(last)
        }
    }

    @Test(.tags(.P05)) func `all bytes are not success: the progress is finished when the task is`() async throws {
        let end = Gate()
        let server = try await Self.server(
            "Transfer-Encoding: chunked", "a\r\n0123456789\r\n", end: end, "0\r\n\r\n")
        let watch = Watch(whenWhole: { _ in end.open() })
        let scratch = try Scratch()
        let session = scratch.session(watch)
        let task = session.downloadTask(with: URL(server.url()))
        #expect(task.progress.isIndeterminate)
        task.resume()
        await watch.hasEnded.pass()
        #expect(watch.seen.withLock { $0.last }?.completed == 10)
        #expect(watch.seen.withLock { $0 }.allSatisfy { $0.total == -1 && !$0.isFinished })
        #expect(task.progress.isFinished)
        #expect(task.progress.totalUnitCount == 10)
        #expect(task.progress.fractionCompleted == 1)
        session.invalidateAndCancel()
    }

    @Test func `a task that is cancelled at its last byte has not finished`() async throws {
        let end = Gate()
        let server = try await Self.server("Content-Length: 10", "0123456789", end: end)
        let watch = Watch(whenWhole: { $0.cancel() })
        let scratch = try Scratch()
        let session = scratch.session(watch)
        let task = session.downloadTask(with: URL(server.url()))
        // The last byte is told while the engine may already know of the end; so the outcome is either, and they agree.
        task.resume()
        await watch.hasEnded.pass()
        end.open()
        #expect(watch.seen.withLock { $0.last }?.completed == 10)
        #expect(watch.seen.withLock { $0 }.allSatisfy { !$0.isFinished })
        #expect(task.progress.isFinished == (task.error == nil))
        session.invalidateAndCancel()
    }

    @Test(.tags(.P05)) func `a failed task's progress stays where it was`() async throws {
        let end = Gate()
        end.open()
        let server = try await Self.server("Content-Length: 10", "01234", end: end)
        let watch = Watch()
        let scratch = try Scratch()
        let session = scratch.session(watch)
        let task = session.downloadTask(with: URL(server.url()))
        #expect(task.progress.completedUnitCount == 0)
        task.resume()
        await watch.hasEnded.pass()
        #expect((task.error as? URLError)?.code == .networkConnectionLost)
        #expect(task.progress.completedUnitCount == 5)
        #expect(task.progress.totalUnitCount == 10)
        #expect(!task.progress.isFinished)
        session.invalidateAndCancel()
    }

    @Test(.tags(.P05)) func `the count never goes back, and is never beyond the total`() throws {
        let session = try Scratch().session()
        let task = session.dataTask(with: Self.nowhere)
        var counts: [[Int64]] = []
        for (completed, expected) in [(0, 100), (60, 100), (0, 100), (30, 100), (0, 50), (50, 50), (0, 90), (70, -1)] {
            task.core.count { tally in
                tally.completed = Int64(completed)
                tally.expected = Int64(expected)
            }
            counts.append([task.progress.completedUnitCount, task.progress.totalUnitCount])
            #expect(!task.progress.isFinished)
        }
        #expect(
            counts == [[0, 100], [60, 100], [60, 100], [60, 100], [50, 50], [50, 50], [50, 90], [70, -1]])
        task.core.count { $0.isFinished = true }
        #expect(task.progress.isFinished)
        session.invalidateAndCancel()
    }
}
