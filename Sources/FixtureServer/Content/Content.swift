internal import Scenarios

/// The bytes of a representation, to be had at any offset without holding them all.
indirect enum Content: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A fixture.
    case file(FileContent)
    /// The start of a pattern; without a length it never ends.
    case pattern(PatternStream, length: Int64?)
    /// The same bytes again and again.
    case repeated(Content, unit: Int64, times: Int64)
    /// One after another, each with the offset it starts at; only the last may be endless.
    case sequence([Part], length: Int64?)

    /// A part of a sequence.
    struct Part: Sendable {
        let start: Int64
        let content: Content
    }

    /// No bytes.
    static let empty = Content.bytes([])

    /// Joins contents; what follows an endless one is never reached.
    init(joining contents: [Content]) {
        var parts: [Part] = []
        var end: Int64? = 0
        for content in contents {
            guard let start = end else { break }
            parts.append(Part(start: start, content: content))
            end = content.length.map { start + $0 }
        }
        self = .sequence(parts, length: end)
    }

    /// How many bytes there are, or nil when they do not end.
    var length: Int64? {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let file): file.length
        case .pattern(_, let length): length
        case .repeated(_, let unit, let times): unit * times
        case .sequence(_, let length): length
        }
    }

    /// Whether a file became shorter than it was, so that what was appended last may not be the content.
    var isShort: Bool {
        switch self {
        case .bytes, .pattern: false
        case .file(let file): file.isShort
        case .repeated(let content, _, _): content.isShort
        case .sequence(let parts, _): parts.contains { $0.content.isShort }
        }
    }

    /// Appends the bytes of a range, which must lie inside.
    func append(_ range: Range<Int64>, to output: inout [UInt8]) {
        guard !range.isEmpty else { return }
        switch self {
        case .bytes(let bytes):
            output.append(contentsOf: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        case .file(let file):
            file.append(range, to: &output)
        case .pattern(let stream, _):
            output.append(
                contentsOf: stream.bytes(from: range.lowerBound, count: Int(range.upperBound - range.lowerBound)))
        case .repeated(let content, let unit, _):
            var place = range.lowerBound
            while place < range.upperBound {
                let offset = place % unit
                let count = min(unit - offset, range.upperBound - place)
                content.append(offset..<(offset + count), to: &output)
                place += count
            }
        case .sequence(let parts, _):
            for part in parts {
                let end = part.content.length.map { part.start + $0 } ?? .max
                let inside = range.clamped(to: part.start..<end)
                part.content.append((inside.lowerBound - part.start)..<(inside.upperBound - part.start), to: &output)
            }
        }
    }
}
