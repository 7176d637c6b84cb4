internal import Compression
internal import Scenarios

/// Codes a part of a content as it is sent, never more than is asked for.
///
/// One for each answer: the same stretches always give the same code.
final class BodyCoder {
    private enum Source {
        case deflating(Deflater)
        /// A code that was made beforehand, and how much of it was given.
        case made(Content, given: Int64)
    }

    private let coding: BodyCoding
    private let content: Content
    private let range: Range<Int64>
    private var source: Source
    /// Where the second of two members begins.
    private let seam: Int64?
    /// Up to where the content has been read; behind a stretch, all of it can be decoded.
    private(set) var place: Int64

    /// How much is read at once.
    private static let portion: Int64 = 64 << 10
    /// What stands behind a code that is followed by something else; no member begins so.
    private static let junk = Array("This belongs to nothing.\n".utf8)

    /// Begins the code of a range of a content; `made` is the code of the whole where there is no coder.
    init(_ coding: BodyCoding, of content: Content, range: Range<Int64>, made: Content?) {
        self.coding = coding
        self.content = content
        self.range = range
        place = range.lowerBound
        seam = coding.form == .gzipTwoMembers ? EncodingRule.half(of: content.length ?? Self.portion) : nil
        source = made.map { .made($0, given: 0) } ?? .deflating(Deflater(coding.format, level: 1))
    }

    /// Appends code until there is enough, or the content is coded up to `end`, where everything before can be decoded.
    func append(upTo end: Int64, until count: Int, to code: inout [UInt8]) {
        switch source {
        case .made(let made, let given):
            // It has no seams: with its first byte, all of the content may be on its way.
            place = range.upperBound
            let length = made.length ?? 0
            let next = given + min(length - given, max(0, Int64(count - code.count)))
            made.append(given..<next, to: &code)
            source = .made(made, given: next)
        case .deflating(var deflater):
            while place < end, code.count < count {
                let seam = seam.flatMap { $0 > place ? $0 : nil } ?? .max
                let next = min(end, seam, place + min(Self.portion, end - place))
                var portion: [UInt8] = []
                content.append(place..<next, to: &portion)
                place = next
                if place == range.upperBound {
                    finish(deflater, portion, &code)
                } else if place == seam {
                    deflater.append(portion, to: &code, flush: .finish)
                    deflater = Deflater(coding.format, level: 1)
                    source = .deflating(deflater)
                } else {
                    deflater.append(portion, to: &code, flush: place == end ? .sync : .none)
                }
            }
        }
    }

    private func finish(_ deflater: Deflater, _ portion: [UInt8], _ code: inout [UInt8]) {
        switch coding.form {
        case .gzipTruncated:
            deflater.append(portion, to: &code, flush: .sync)
            // The flush ends with the four octets of an empty block: the code stops in the middle of that.
            code.removeLast(4)
        case .gzipBadChecksum:
            deflater.append(portion, to: &code, flush: .finish)
            // The checksum and the length, four octets each, come last (RFC 1952 §2.3.1).
            code[code.count - 8] ^= 0xFF
        case .gzipJunkAfter:
            deflater.append(portion, to: &code, flush: .finish)
            code += Self.junk
        case .gzip, .gzipTwoMembers, .deflateRaw, nil:
            deflater.append(portion, to: &code, flush: .finish)
        }
    }

    /// How long the code is when the content is flushed at these places, in order.
    static func length(
        _ coding: BodyCoding, of content: Content, range: Range<Int64>, flushes: [Int64], made: Content?
    ) -> Int64 {
        if let length = made?.length { return length }
        let coder = BodyCoder(coding, of: content, range: range, made: nil)
        var length = 0
        var code: [UInt8] = []
        for end in flushes + [range.upperBound] {
            while coder.place < end {
                coder.append(upTo: end, until: Int(portion), to: &code)
                length += code.count
                code.removeAll(keepingCapacity: true)
            }
        }
        return Int64(length)
    }
}

extension BodyCoding {
    /// What deflate is wrapped in.
    fileprivate var format: Deflater.Format {
        switch (name, form) {
        case (_, .deflateRaw): .raw
        case (.deflate, _): .zlib
        case (.gzip, _), (.br, _): .gzip
        }
    }
}
