import CZlib

/// One of zlib's streams, at an address that does not change, as zlib demands.
///
/// Only this file meets pointers. The stream belongs to one owner on one thread: it is not Sendable.
@safe
final class ZStream {
    /// What a stream does.
    enum Kind {
        case inflate(windowBits: CInt)
        case deflate(windowBits: CInt, level: CInt)
    }

    /// What one turn came to: zlib's answer, how much input it took, and what it gave.
    struct Turn {
        var result: CInt
        var consumed: Int
        var output: [UInt8]
        var message: String?
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = unsafe CInt(MemoryLayout<z_stream>.size)
        let result: CInt
        switch kind {
        case .inflate(let bits):
            result = unsafe inflateInit2_(stream, bits, ZLIB_VERSION, size)
        case .deflate(let bits, let level):
            result = unsafe deflateInit2_(
                stream, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        }
        // It fails only without memory or with another zlib than the header's.
        precondition(result == Z_OK, "zlib does not start: \(result)")
    }

    deinit {
        switch kind {
        case .inflate: _ = unsafe inflateEnd(stream)
        case .deflate: _ = unsafe deflateEnd(stream)
        }
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Begins again, for the next member of a gzip file.
    func reset() {
        switch kind {
        case .inflate: _ = unsafe inflateReset(stream)
        case .deflate: _ = unsafe deflateReset(stream)
        }
    }

    /// Takes input and gives at most `room` octets, which must be more than none.
    func turn(_ input: ArraySlice<UInt8>, room: Int, flush: CInt = Z_NO_FLUSH) -> Turn {
        var result = Z_OK
        var consumed = 0
        // zlib reads its input through a pointer that is not const, but does not write.
        let output = unsafe input.withUnsafeBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room)
                switch kind {
                case .inflate: result = unsafe CZlib.inflate(stream, flush)
                case .deflate: result = unsafe CZlib.deflate(stream, flush)
                }
                consumed = unsafe source.count - Int(stream.pointee.avail_in)
                count = unsafe room - Int(stream.pointee.avail_out)
            }
        }
        let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
        return Turn(result: result, consumed: consumed, output: output, message: message)
    }
}
