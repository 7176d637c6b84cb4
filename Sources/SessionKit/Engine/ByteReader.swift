import Foundation

/// Reads the content of one task; when nobody holds the reader any more, nobody can read, and the task is cancelled.
final class ByteReader: Sendable {
    let task: HTTPSessionDataTask
    private let channel: ByteChannel

    init(_ task: HTTPSessionDataTask, _ channel: ByteChannel) {
        self.task = task
        self.channel = channel
    }

    deinit { task.cancel() }

    /// Starts the task and waits for its response.
    func start() async throws -> HTTPSessionResponse {
        try await withTaskCancellationHandler {
            task.resume()
            return try await channel.response()
        } onCancel: {
            task.cancel()
        }
    }

    /// Waits for the next piece; nil is the end.
    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            // Content that is here already is no reason to go on (contract K12).
            guard !Task.isCancelled else { throw URLError(.cancelled) }
            let consumed = channel.takeConsumed()
            if consumed > 0 { task.core.post(.consumed(consumed)) }
            return try await channel.next()
        } onCancel: {
            task.cancel()
        }
    }
}
