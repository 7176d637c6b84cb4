import HTTPMessages
import HTTPWire

/// The content of an answer as libcurl hands it on, and what is left of it without its framing.
struct IncomingBody {
    private enum Framing {
        /// By length or by the end of the connection: libcurl counts.
        case plain
        /// libcurl follows the chunks too, but hands them on as they are.
        case chunked(ChunkedDecoder)
    }

    private var framing = Framing.plain
    /// Octets of chunks that are not dealt with yet.
    private var raw: [UInt8] = []
    private(set) var trailers: HTTPFields?

    /// Says that the content is chunked; called between the head and the first octet.
    mutating func beginChunked() {
        framing = .chunked(ChunkedDecoder())
    }

    /// Whether all content is here although the connection ended early: only line ends are missing (RFC 9112 §8).
    var hasLastChunk: Bool {
        if case .chunked(let decoder) = framing { decoder.hasLastChunk } else { false }
    }

    /// Takes octets off the wire and hands on the content among them.
    mutating func take(
        _ octets: UnsafeRawBufferPointer, _ use: (UnsafeRawBufferPointer) -> Void
    ) throws(CurlFailure) {
        guard case .chunked(var decoder) = framing else {
            unsafe use(octets)
            return
        }
        unsafe raw.append(contentsOf: octets)
        var place = 0
        reading: while true {
            switch decoder.step(raw, at: &place) {
            case .content(let range):
                unsafe raw.withUnsafeBytes { unsafe use(UnsafeRawBufferPointer(rebasing: $0[range])) }
            case .incomplete: break reading
            case .end(let fields):
                if !fields.isEmpty { trailers = fields }
                place = raw.count
                break reading
            case .failed(let failure): throw CurlFailure(.badFraming, .content, "\(failure)")
            }
        }
        framing = .chunked(decoder)
        raw.removeFirst(place)
    }
}
