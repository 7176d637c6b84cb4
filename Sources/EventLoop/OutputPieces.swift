// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Bytes on their way out: several pieces, written as one, of which a beginning may be gone already.
public struct OutputPieces {
    private let pieces: [ArraySlice<UInt8>]
    /// The first piece that is not gone entirely, and how much of it is.
    private var index = 0
    private var skipped = 0
    /// How many bytes are gone.
    public private(set) var taken = 0

    /// Collects pieces; nothing is copied.
    ///
    /// - Parameter pieces: In order; empty ones do no harm.
    public init(_ pieces: [ArraySlice<UInt8>]) {
        self.pieces = pieces
        remove(0)
    }

    /// Whether everything is gone.
    public var isEmpty: Bool { index == pieces.count }

    mutating func remove(_ count: Int) {
        taken += count
        skipped += count
        while index < pieces.count, skipped >= pieces[index].count {
            skipped -= pieces[index].count
            index += 1
        }
    }

    /// Calls a closure with the pieces that are left, at most sixteen.
    func withBuffers(_ body: (UnsafeMutableBufferPointer<iovec>) -> Int) -> Int {
        let count = min(pieces.count - index, 16)
        return unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: count) { buffers in
            unsafe fill(buffers, from: 0, body)
        }
    }

    /// One stack frame per piece, because each pointer is valid inside its own closure only.
    private func fill(
        _ buffers: UnsafeMutableBufferPointer<iovec>, from slot: Int, _ body: (UnsafeMutableBufferPointer<iovec>) -> Int
    ) -> Int {
        guard slot < buffers.count else { return unsafe body(buffers) }
        return unsafe pieces[index + slot].withUnsafeBytes { bytes in
            let skip = slot == 0 ? skipped : 0
            let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress.map { unsafe $0 + skip })
            unsafe buffers.initializeElement(at: slot, to: iovec(iov_base: start, iov_len: bytes.count - skip))
            return unsafe fill(buffers, from: slot + 1, body)
        }
    }
}
