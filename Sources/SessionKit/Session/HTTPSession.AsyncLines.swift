extension HTTPSession {
    /// The lines of a response's content, as they arrive.
    ///
    /// A line ends at LF, CR or CR LF, and is told at once, without its end; what follows the last one is a line unless it
    /// is empty. Empty lines are told, unlike by Foundation's `lines`: formats such as server-sent events need them.
    /// Bytes that are not UTF-8 become U+FFFD.
    public struct AsyncLines: AsyncSequence, Sendable {
        /// A line without its end.
        public typealias Element = String
        /// `URLError`.
        public typealias Failure = any Error

        let bytes: AsyncBytes

        /// Begins to read.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes.makeAsyncIterator()) }

        /// Gathers lines from bytes.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var bytes: AsyncBytes.AsyncIterator
            /// The last line ended at CR, so an LF that follows belongs to it.
            private var isBehindReturn = false

            init(bytes: AsyncBytes.AsyncIterator) {
                self.bytes = bytes
            }

            /// The next line, nil at the end.
            ///
            /// - Throws: What reading the bytes throws; the line it interrupts is not told.
            public mutating func next() async throws -> String? {
                var line: [UInt8] = []
                while let byte = try await bytes.next() {
                    let isSecondHalf = isBehindReturn && byte == 0x0A
                    isBehindReturn = byte == 0x0D
                    if isSecondHalf { continue }
                    if byte == 0x0A || byte == 0x0D { return String(decoding: line, as: UTF8.self) }
                    line.append(byte)
                }
                return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
            }

            /// What `for try await` calls.
            nonisolated(nonsending) public mutating func next(
                isolation actor: (any Actor)?
            ) async throws(any Error) -> String? {
                try await next()
            }
        }
    }
}
