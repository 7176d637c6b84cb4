import CZlib

/// Decodes gzip and deflate as they come, and is honest about the end.
///
/// Give it octets with ``receive(_:)``, take what they decode to with ``next(atMost:)`` until that is nil, and ask
/// ``finish()`` when the content has ended. Each call gives a bounded amount, so a small body that decodes to gigabytes
/// waits inside as it came. How the octets were cut into pieces never changes what comes out.
///
/// Not Sendable: one owner, one thread at a time.
public final class Inflater {
    private enum State {
        /// The first two octets tell zlib from raw deflate.
        case undecided
        case inflating(ZStream)
        /// A member has ended; another, or zeros, may follow.
        case between(ZStream)
        /// Only zeros may follow.
        case padding
        case failed(DecodingFailure)
    }

    private let coding: ContentCoding
    private var state: State
    private var input: [UInt8] = []
    private var position = 0
    private var hasInput = false

    /// Begins content in this coding.
    public init(_ coding: ContentCoding) {
        self.coding = coding
        switch coding {
        // 15 is the largest window, and 16 more mean gzip.
        case .gzip: state = .inflating(ZStream(.inflate(windowBits: 15 + 16)))
        case .deflate: state = .undecided
        }
    }

    /// Adds octets of the content.
    public func receive(_ octets: some Collection<UInt8>) {
        guard !octets.isEmpty else { return }
        hasInput = true
        input.removeSubrange(..<position)
        input.append(contentsOf: octets)
        position = 0
    }

    /// How many octets have been received and not been read: the measure for pausing the source.
    public var unread: Int { input.count - position }

    /// Decoded octets, never none, or nil when more input is needed to give any.
    ///
    /// Whatever could be decoded in front of a fault is given before the fault is thrown.
    ///
    /// - Throws: the failure, again at every later call.
    public func next(atMost limit: Int = 64 * 1024) throws(DecodingFailure) -> [UInt8]? {
        precondition(limit > 0, "no room for any output")
        while true {
            switch state {
            case .undecided:
                guard unread >= 2 else { return nil }
                state = .inflating(ZStream(.inflate(windowBits: isZlibHeader ? 15 : -15)))
            case .inflating(let stream):
                let output = inflate(stream, limit)
                if !output.isEmpty { return output }
                if case .inflating = state { return nil }
            case .between(let stream):
                guard unread > 0 else { return nil }
                if coding == .gzip, input[position] == 0x1F {
                    stream.reset()
                    state = .inflating(stream)
                } else {
                    state = .padding
                }
            case .padding:
                guard input[position...].allSatisfy({ $0 == 0 }) else {
                    fail(.trailingJunk, "Behind the end of the coded content stands something else.")
                    continue
                }
                position = input.count
                return nil
            case .failed(let failure):
                throw failure
            }
        }
    }

    /// Says that no more input comes; call it when ``next(atMost:)`` has given nil.
    ///
    /// No input at all is empty content, which servers do send with a coding named.
    ///
    /// - Throws: the failure, which is ``DecodingFailure/Code/truncated`` when the coding has not ended.
    public func finish() throws(DecodingFailure) {
        switch state {
        case .between, .padding: break
        case .failed(let failure): throw failure
        case .undecided, .inflating:
            guard hasInput else { return }
            let failure = DecodingFailure(.truncated, "The coded content ends before its coding does.")
            state = .failed(failure)
            throw failure
        }
    }

    /// Lets zlib work once on what is here, and moves to the next state.
    private func inflate(_ stream: ZStream, _ limit: Int) -> [UInt8] {
        // Also without input: output that had no room last time may be waiting inside.
        let turn = stream.turn(input[position...], room: limit)
        position += turn.consumed
        switch turn.result {
        case Z_STREAM_END:
            state = .between(stream)
        case Z_OK, Z_BUF_ERROR:
            break
        case Z_NEED_DICT:
            fail(.corrupt, "The coded content wants a dictionary, which HTTP does not have.")
        default:
            fail(.corrupt, "The coded content is broken: \(turn.message ?? "zlib says \(turn.result)").")
        }
        return turn.output
    }

    /// A zlib header: method 8, a window of at most 32 KiB, a multiple of 31 (RFC 1950 §2.2).
    private var isZlibHeader: Bool {
        let (method, flags) = (UInt16(input[position]), UInt16(input[position + 1]))
        return method & 0x0F == 8 && method >> 4 <= 7 && (method << 8 | flags) % 31 == 0
    }

    private func fail(_ code: DecodingFailure.Code, _ sentence: String) {
        state = .failed(DecodingFailure(code, sentence))
    }
}
