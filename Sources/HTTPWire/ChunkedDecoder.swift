public import HTTPMessages

/// Takes the chunked coding off a body, strictly (RFC 9112 §7.1).
///
/// It works inside a buffer that somebody else fills: each step says which octets of the buffer are content, so nothing
/// is copied. Lines must end with CR LF; extensions are checked and dropped.
public struct ChunkedDecoder: Sendable {
    /// What is next in the buffer.
    public enum Step: Hashable, Sendable {
        /// These octets of the buffer are content.
        case content(Range<Int>)
        /// The rest of the buffer is not enough to say.
        case incomplete
        /// The coding has ended, with these trailer fields; what follows is no longer part of the body.
        case end(trailers: HTTPFields)
        /// The coding is broken.
        case failed(WireFailure)
    }

    private enum State {
        case size
        case data(remaining: Int64)
        case dataEnd
        case trailers(FieldBlock)
        case ended(HTTPFields)
        case failed(WireFailure)
    }

    private var state = State.size
    private var lines = LineReader()
    private let limits: Limits
    private let trailerEnding: LineReader.Ending

    /// How many octets of content have been passed on.
    public private(set) var received: Int64 = 0

    /// Begins a body.
    public init(limits: Limits = Limits()) {
        self.init(limits: limits, trailerEnding: .strict)
    }

    init(limits: Limits, trailerEnding: LineReader.Ending) {
        self.limits = limits
        self.trailerEnding = trailerEnding
    }

    /// Tells whether the last chunk has been read, so that all content is here (RFC 9112 §8).
    public var hasLastChunk: Bool {
        switch state {
        case .trailers, .ended: true
        default: false
        }
    }

    /// Reads on from the position and moves it; never past the end of the coding.
    ///
    /// Octets in front of the position are not looked at again. After the end or a failure it repeats itself.
    public mutating func step(_ buffer: [UInt8], at position: inout Int) -> Step {
        while true {
            switch state {
            case .size:
                switch readSize(buffer, &position) {
                case nil: return .incomplete
                case .success(0): state = .trailers(FieldBlock(limits: limits.trailers, ending: trailerEnding))
                case .success(let size): state = .data(remaining: size)
                case .failure(let failure): state = .failed(failure)
                }
            case .data(let remaining):
                let available = buffer.count - position
                guard available > 0 else { return .incomplete }
                let taken = remaining < Int64(available) ? Int(remaining) : available
                let content = position..<(position + taken)
                position += taken
                received += Int64(taken)
                state = remaining == Int64(taken) ? .dataEnd : .data(remaining: remaining - Int64(taken))
                return .content(content)
            case .dataEnd:
                switch readDataEnd(buffer, &position) {
                case nil: return .incomplete
                case true?: state = .size
                case false?:
                    state = .failed(
                        WireFailure(.badChunk, "CR LF is missing behind the data of a chunk.", "RFC 9112 §7.1"))
                }
            case .trailers(var block):
                switch block.read(buffer, at: &position) {
                case .incomplete:
                    state = .trailers(block)
                    return .incomplete
                case .complete: state = .ended(block.fields)
                case .failed(let failure): state = .failed(failure)
                }
            case .ended(let trailers):
                return .end(trailers: trailers)
            case .failed(let failure):
                return .failed(failure)
            }
        }
    }

    /// Looks for CR LF; false as soon as something else is there.
    private func readDataEnd(_ buffer: [UInt8], _ position: inout Int) -> Bool? {
        guard position < buffer.count else { return nil }
        guard buffer[position] == 0x0D else { return false }
        guard position + 1 < buffer.count else { return nil }
        guard buffer[position + 1] == 0x0A else { return false }
        position += 2
        return true
    }

    private mutating func readSize(_ buffer: [UInt8], _ position: inout Int) -> Result<Int64, WireFailure>? {
        switch lines.read(buffer, from: position, limit: limits.chunkLine, ending: .strict) {
        case .incomplete:
            return nil
        case .tooLong:
            let sentence = "A chunk's size and extensions are longer than \(limits.chunkLine) octets."
            return .failure(WireFailure(.badChunk, sentence, "RFC 9112 §7.1.1"))
        case .bareLineFeed:
            return .failure(WireFailure(.badChunk, "A chunk's size ends with LF, not CR LF.", "RFC 9112 §7.1"))
        case .line(let line, let next):
            position = next
            do {
                let size = try ChunkHead.size(of: buffer[line])
                guard size <= limits.content - received else {
                    let sentence = "The content is longer than \(limits.content) octets."
                    return .failure(WireFailure(.bodyTooLarge, sentence, "RFC 9110 §15.5.14"))
                }
                return .success(size)
            } catch {
                return .failure(error)
            }
        }
    }
}

extension ChunkedDecoder {
    /// How much a body may bring.
    public struct Limits: Hashable, Sendable {
        /// Octets of content.
        public var content: Int64
        /// Octets of a line with a chunk's size and extensions.
        public var chunkLine: Int
        /// Octets of the trailer section.
        public var trailerSection: Int
        /// Fields of the trailer section.
        public var trailerFields: Int

        /// Sets limits; content is unlimited unless said, because it is passed on and never held.
        public init(
            content: Int64 = .max, chunkLine: Int = 4096, trailerSection: Int = 64 * 1024, trailerFields: Int = 100
        ) {
            self.content = content
            self.chunkLine = chunkLine
            self.trailerSection = trailerSection
            self.trailerFields = trailerFields
        }

        var trailers: FieldBlock.Limits { .init(octets: trailerSection, fields: trailerFields) }
    }
}
