public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension HTTPSession {
    /// The content of a response, byte by byte, as it arrives.
    ///
    /// The connection is not read while more than `maximumBytesInFlight` bytes wait for the reader (contract S05).
    /// The sequence is read once: each iterator goes on behind what the others have taken from the connection. The task is
    /// cancelled when neither the sequence nor an iterator is held any more.
    public struct AsyncBytes: AsyncSequence, Sendable {
        /// A byte of the content, its coding undone.
        public typealias Element = UInt8
        /// `URLError`.
        public typealias Failure = any Error

        let reader: ByteReader

        /// The task that brings the bytes; cancelling it ends the sequence with `URLError.cancelled`.
        public var task: HTTPSessionDataTask { reader.task }

        /// The lines of the content; see ``AsyncLines`` for what a line is.
        public var lines: AsyncLines { AsyncLines(bytes: self) }

        /// Begins to read.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader) }

        /// Reads byte by byte from pieces that were awaited as a whole.
        public struct AsyncIterator: AsyncIteratorProtocol {
            @usableFromInline var piece: [UInt8] = []
            @usableFromInline var place = 0
            /// nil behind the end.
            private var reader: ByteReader?

            init(_ reader: ByteReader) {
                self.reader = reader
            }

            /// The next byte, nil at the end.
            ///
            /// - Throws: `URLError`, behind the bytes that came before the failure; cancelling the surrounding task makes
            ///   it `URLError.cancelled` (contract K12).
            @inlinable
            public mutating func next() async throws -> UInt8? {
                guard place < piece.count else { return try await firstOfNextPiece() }
                defer { place += 1 }
                return piece[place]
            }

            /// What `for try await` calls.
            ///
            /// It stays where its caller is whatever the parameter says, and so costs no hop; two hops a byte, which an
            /// `isolated` parameter brings, cost many times what the byte does.
            @inlinable
            nonisolated(nonsending) public mutating func next(
                isolation actor: (any Actor)?
            ) async throws(any Error) -> UInt8? {
                guard place < piece.count else { return try await firstOfNextPiece() }
                defer { place += 1 }
                return piece[place]
            }

            @usableFromInline
            mutating func firstOfNextPiece() async throws -> UInt8? {
                guard let reader else { return nil }
                // Nothing is kept of a reader that has failed or is at its end.
                self.reader = nil
                piece = []
                place = 0
                guard let next = try await reader.next(), let first = next.first else { return nil }
                self.reader = reader
                piece = next
                place = 1
                return first
            }
        }
    }

    /// Loads a response whose content is read as it arrives.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - delegate: Asked and told about this task before the session's delegate; content does not go there.
    /// - Returns: The content and the response, whatever its status, as soon as its head is there.
    /// - Throws: `URLError`; cancelling the surrounding task makes it `URLError.cancelled` (contract K12).
    public func bytes(
        for request: URLRequest, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, HTTPSessionResponse) {
        let channel = ByteChannel()
        let reader = ByteReader(makeDataTask(request, for: .bytes(channel), delegate: delegate), channel)
        let response = try await reader.start()
        return (AsyncBytes(reader: reader), response)
    }

    /// Loads what a URL names, to be read as it arrives.
    public func bytes(
        from url: URL, delegate: (any HTTPSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, HTTPSessionResponse) {
        try await bytes(for: URLRequest(url: url), delegate: delegate)
    }
}
