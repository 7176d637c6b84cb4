import CZlib

/// Encodes content as it is written.
///
/// The same octets and flushes give the same code with the same zlib: no time and no name is in it.
///
/// Not Sendable: one owner, one thread at a time.
public final class Deflater {
    /// What stands around the deflated octets.
    public enum Format: Hashable, Sendable {
        /// RFC 1952, with CRC and length behind it.
        case gzip
        /// RFC 1950: what `deflate` means in HTTP.
        case zlib
        /// RFC 1951: what some servers send as `deflate`.
        case raw
    }

    /// What must be decodable after a call.
    public enum Flush: Hashable, Sendable {
        /// Whatever zlib likes; best compression.
        case none
        /// Everything so far, as a script's step needs it.
        case sync
        /// Everything, and the code ends.
        case finish
    }

    private let stream: ZStream
    private var isFinished = false

    /// Begins a code; levels go from 1, fast, to 9, small.
    public init(_ format: Format, level: Int = 6) {
        precondition((0...9).contains(level), "zlib has no level \(level)")
        let bits: CInt =
            switch format {
            case .gzip: 15 + 16
            case .zlib: 15
            case .raw: -15
            }
        stream = ZStream(.deflate(windowBits: bits, level: CInt(level)))
    }

    /// Appends the code of more content to a buffer; after a finish, nothing more may come.
    public func append(_ octets: some Collection<UInt8>, to buffer: inout [UInt8], flush: Flush = .none) {
        precondition(!isFinished, "the code has ended")
        isFinished = flush == .finish
        let order =
            switch flush {
            case .none: Z_NO_FLUSH
            case .sync: Z_SYNC_FLUSH
            case .finish: Z_FINISH
            }
        var rest = Array(octets)[...]
        let room = 32 * 1024
        while true {
            let turn = stream.turn(rest, room: room, flush: order)
            rest = rest.dropFirst(turn.consumed)
            buffer.append(contentsOf: turn.output)
            // Room left over means that zlib has nothing more to say (its manual, deflate()).
            if turn.output.count < room { break }
        }
    }

    /// The code of content that is all here.
    public static func code(_ octets: some Collection<UInt8>, _ format: Format, level: Int = 6) -> [UInt8] {
        var buffer: [UInt8] = []
        Deflater(format, level: level).append(octets, to: &buffer, flush: .finish)
        return buffer
    }
}
