import Foundation
import Locks

/// Between a task that is told of content and a reader who awaits it, piece by piece.
///
/// It holds no more than its task may have in flight: a piece counts as consumed when the next is asked for, so while the
/// reader lags the connection is not read (contract S05).
final class ByteChannel: Sendable {
    private struct State {
        var response: HTTPSessionResponse?
        var pieces: [[UInt8]] = []
        /// The length of the piece that the reader is at.
        var lent = 0
        var end: End?
        var opening: CheckedContinuation<HTTPSessionResponse, any Error>?
        var readers: [CheckedContinuation<[UInt8]?, any Error>] = []
    }

    private enum End {
        case complete
        case failed(any Error)
    }

    private let state = Locked(State())

    /// Pieces smaller than this are joined: a drip of single bytes is not worth a wait each.
    private static let smallPiece = 16 << 10

    // MARK: The task's side

    func open(_ response: HTTPSessionResponse) {
        let opening = state.withLock { state in
            state.response = response
            return state.opening.take()
        }
        opening?.resume(returning: response)
    }

    func add(_ data: Data) {
        let piece = [UInt8](data)
        let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
            if !state.readers.isEmpty {
                state.lent += piece.count
                return state.readers.removeFirst()
            }
            if let last = state.pieces.indices.last, state.pieces[last].count + piece.count <= Self.smallPiece {
                state.pieces[last] += piece
            } else {
                state.pieces.append(piece)
            }
            return nil
        }
        reader?.resume(returning: piece)
    }

    /// Content that came before a failure is still read, but not behind a cancellation.
    func finish(_ error: (any Error)?) {
        let (opening, readers) = state.withLock { state in
            state.end = error.map { .failed($0) } ?? .complete
            if (error as? URLError)?.code == .cancelled { state.pieces = [] }
            defer { state.readers = [] }
            return (state.opening.take(), state.readers)
        }
        let failure = error ?? URLError(.unknown)
        opening?.resume(throwing: failure)
        for reader in readers {
            if let error { reader.resume(throwing: error) } else { reader.resume(returning: nil) }
        }
    }

    // MARK: The reader's side

    /// Waits for the head.
    func response() async throws -> HTTPSessionResponse {
        try await withCheckedThrowingContinuation { continuation in
            let known: Result<HTTPSessionResponse, any Error>? = state.withLock { state in
                if case .failed(let error) = state.end { return .failure(error) }
                if let response = state.response { return .success(response) }
                state.opening = continuation
                return nil
            }
            if let known { continuation.resume(with: known) }
        }
    }

    /// How many bytes the reader has done with, told once: those of the piece before the one that is asked for now.
    func takeConsumed() -> Int {
        state.withLock { state in
            defer { state.lent = 0 }
            return state.lent
        }
    }

    /// Waits for the next piece, never an empty one; nil is the end.
    func next() async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { continuation in
            let known: Result<[UInt8]?, any Error>? = state.withLock { state in
                if !state.pieces.isEmpty {
                    let piece = state.pieces.removeFirst()
                    state.lent += piece.count
                    return .success(piece)
                }
                switch state.end {
                case .complete: return .success(nil)
                case .failed(let error): return .failure(error)
                case nil:
                    state.readers.append(continuation)
                    return nil
                }
            }
            if let known { continuation.resume(with: known) }
        }
    }
}
