// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Connection {
    /// Writes everything, in one system call if the kernel has room.
    ///
    /// Returns when the kernel has taken the last byte; that is not yet acknowledgement, see `unacknowledgedBytes`. Does
    /// not notice that the task is cancelled; `close()` ends it.
    ///
    /// - Parameter pieces: Written one after the other as if they were one: a head and the beginning of its body.
    /// - Throws: `.reset` when the peer has gone, `.closed` after `close()`; `bytesTaken` says how far it came.
    nonisolated(nonsending) public func write(_ pieces: [ArraySlice<UInt8>]) async throws(SocketError) {
        var rest = OutputPieces(pieces)
        while !rest.isEmpty { try await writeSome(&rest) }
    }

    /// Writes everything; see the other forms.
    ///
    /// - Parameter bytes: What to write.
    /// - Throws: `.reset` when the peer has gone, `.closed` after `close()`; `bytesTaken` says how far it came.
    nonisolated(nonsending) public func write(_ bytes: [UInt8]) async throws(SocketError) {
        try await write([bytes[...]])
    }

    /// Writes as much as the kernel takes in one go, at least one byte, waiting for room if there is none.
    ///
    /// For whoever records each write with its time: call it until `rest` is empty.
    ///
    /// - Parameter rest: What is left to write; what was taken is removed from it.
    /// - Returns: How many bytes were taken.
    /// - Throws: `.reset` when the peer has gone, `.closed` after `close()`.
    @discardableResult
    nonisolated(nonsending) public func writeSome(_ rest: inout OutputPieces) async throws(SocketError) -> Int {
        guard !rest.isEmpty else { return 0 }
        let output = rest
        let count = try await attempt(taken: rest.taken) { descriptor in
            unsafe output.withBuffers { unsafe Socket.send(descriptor, $0) }
        }
        rest.remove(count)
        return count
    }

    /// Writes what the kernel takes now, without waiting and without suspending.
    ///
    /// For a small answer, which nearly always fits; whatever is left goes through `writeSome`, which also says what was
    /// wrong when nothing was taken.
    ///
    /// - Parameter bytes: What to write.
    /// - Returns: How many bytes were taken, perhaps none.
    public func writeAtOnce(_ bytes: [UInt8]) -> Int {
        loop.checkIsolated()
        precondition(writer == nil, "two tasks write to the same connection")
        guard descriptor >= 0, !bytes.isEmpty else { return 0 }
        let count = unsafe bytes.withUnsafeBytes { unsafe Socket.send(descriptor, $0) }
        guard count > 0 else { return 0 }
        isUnverified = false
        return count
    }

    /// Sends part of a file straight from the page cache.
    ///
    /// - Parameters:
    ///   - file: An open file, which stays the caller's.
    ///   - range: The bytes of the file to send.
    /// - Throws: `.reset`, `.closed`, or `.fileTooShort` when the file ends within the range.
    nonisolated(nonsending) public func sendFile(_ file: Int32, range: Range<Int64>) async throws(SocketError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            offset += Int64(try await sendFileSome(file, range: offset..<range.upperBound))
        }
    }

    /// Sends as much of part of a file as the kernel takes in one go, at least one byte and at most 1 MiB.
    ///
    /// - Parameters:
    ///   - file: An open file, which stays the caller's.
    ///   - range: The bytes of the file to send; not empty.
    /// - Returns: How many bytes were taken.
    /// - Throws: `.reset`, `.closed`, or `.fileTooShort` when the file ends at the range's beginning.
    nonisolated(nonsending) public func sendFileSome(
        _ file: Int32, range: Range<Int64>
    ) async throws(SocketError) -> Int {
        let count = Int(min(range.upperBound - range.lowerBound, 1 << 20))
        let taken = try await attempt(taken: 0) { descriptor in
            Socket.send(descriptor, file: file, offset: range.lowerBound, count: count)
        }
        guard taken > 0 else {
            throw SocketError(.fileTooShort, "the file ends at \(range.lowerBound), before \(range.upperBound)")
        }
        return taken
    }

    /// Bytes the kernel has taken that the peer has not acknowledged yet.
    public var unacknowledgedBytes: Int { descriptor < 0 ? 0 : Socket.unacknowledged(descriptor) }

    private nonisolated(nonsending) func attempt(
        taken: Int, _ call: (Int32) -> Int
    ) async throws(SocketError) -> Int {
        precondition(writer == nil, "two tasks write to the same connection")
        await breathe()
        while true {
            loop.checkIsolated()
            guard descriptor >= 0 else { throw error(.closed, "the connection was closed", taken: taken) }
            let count = call(descriptor)
            if count >= 0 {
                isUnverified = false
                return count
            }
            guard count == -Int(EAGAIN) else {
                note(.reset)
                throw error(.reset, "the peer reset the connection", errno: Int32(-count), taken: taken)
            }
            unbroken = 0
            onStall?()
            // A handler may have closed the connection; then there is nobody to wake the writer.
            guard descriptor >= 0 else { continue }
            await Waiter.suspend { writer = $0 }
        }
    }

    private func error(_ code: SocketError.Code, _ what: String, errno: Int32 = 0, taken: Int) -> SocketError {
        let who = peer.map { " to \($0)" } ?? ""
        return SocketError(
            code, "\(what) while writing\(who); \(taken) bytes were taken", errno: errno, bytesTaken: taken)
    }
}
