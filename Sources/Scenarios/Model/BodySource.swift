/// Where the bytes of a body, of a raw answer or of a `send` come from.
public indirect enum BodySource: Hashable, Sendable {
    /// UTF-8 text, in which addresses may stand.
    case text(Template)
    /// Bytes written as hex or base64.
    case bytes([UInt8])
    /// A fixture by its path below the fixtures' root, `images/aurora.jpg`.
    case file(String)
    /// The start of a `PatternStream`; a size of nil never ends.
    case pattern(size: Int64?, seed: Seed)
    /// The same bytes again and again.
    case repeated(BodySource, times: Int)
    /// One after another.
    case sequence([BodySource])

    /// No bytes.
    public static let empty = BodySource.sequence([])

    /// Which of all pattern streams is meant.
    public enum Seed: Hashable, Sendable {
        /// This one; 0 where a file does not say.
        case number(UInt64)
        /// Below a `*` resource without a seed: `PatternStream.seed(path:)` of the path that was requested.
        case ofPath
    }

    /// The length where it follows from the file alone: nil for fixtures, addresses and what never ends.
    public var knownLength: Int64? {
        switch self {
        case .text(let template): template.plainText.map { Int64($0.utf8.count) }
        case .bytes(let bytes): Int64(bytes.count)
        case .file: nil
        case .pattern(let size, _): size
        case .repeated(let source, let times):
            source.knownLength.flatMap { length in
                let (product, overflow) = length.multipliedReportingOverflow(by: Int64(times))
                return overflow ? nil : product
            }
        case .sequence(let sources):
            sources.reduce(Int64?(0)) { sum, source in
                guard let sum, let length = source.knownLength else { return nil }
                let (total, overflow) = sum.addingReportingOverflow(length)
                return overflow ? nil : total
            }
        }
    }

    /// Whether it never ends.
    public var isEndless: Bool {
        switch self {
        case .pattern(let size, _): size == nil
        case .sequence(let sources): sources.contains(where: \.isEndless)
        case .repeated(let source, _): source.isEndless
        case .text, .bytes, .file: false
        }
    }
}
