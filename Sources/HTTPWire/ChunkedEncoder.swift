public import HTTPMessages

/// Puts the chunked coding on a body (RFC 9112 §7.1).
public enum ChunkedEncoder {
    /// What follows the data of every chunk.
    public static let suffix: [UInt8] = [0x0D, 0x0A]

    /// Appends what precedes the data of a chunk: its size in hexadecimal digits, and CR LF.
    ///
    /// A size of zero would be the last chunk; use ``appendEnd(trailers:to:)`` for that.
    public static func appendPrefix(size: Int, to buffer: inout [UInt8]) {
        precondition(size > 0, "a chunk of size \(size) would end the body")
        var shift = (Int.bitWidth - size.leadingZeroBitCount - 1) / 4 * 4
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: size >> shift & 0xF)
            buffer.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
            shift -= 4
        }
        buffer.append(0x0D)
        buffer.append(0x0A)
    }

    /// Appends one whole chunk; no data is no chunk.
    public static func append(_ data: some Collection<UInt8>, to buffer: inout [UInt8]) {
        guard !data.isEmpty else { return }
        appendPrefix(size: data.count, to: &buffer)
        buffer.append(contentsOf: data)
        buffer.append(contentsOf: suffix)
    }

    /// Appends the last chunk, the trailer fields and the empty line.
    public static func appendEnd(trailers: HTTPFields = [:], to buffer: inout [UInt8]) {
        buffer.append(contentsOf: [0x30, 0x0D, 0x0A])
        HeadEncoder.append(trailers, to: &buffer)
        buffer.append(contentsOf: suffix)
    }
}
