/// The markers of one file, in the order of their offsets.
///
/// Kept as families, because a 20-second song has 770 frames: `mp3-frame` with 770 offsets, numbered from 1, costs
/// one name instead of 770. A marker that stands alone (`mp4-moov`) has no number.
///
/// What the offsets mean:
///
/// | marker | the first byte of |
/// |---|---|
/// | `jpeg-scan-N` | the N-th SOS segment (its `FF DA`). Every byte of scan N lies before `jpeg-scan-(N+1)`, or before `jpeg-eoi` |
/// | `jpeg-eoi` | the end-of-image marker (`FF D9`) |
/// | `jpeg-exif` | the APP1 segment with Exif (its `FF E1`) |
/// | `jpeg-thumbnail`, `jpeg-thumbnail-end` | the small JPEG in the Exif segment, and what follows it |
/// | `png-idat-N` | the N-th IDAT chunk (its length field) |
/// | `png-pass-N` | what pass N of an interlaced picture needs and passes 1 to N-1 do not, within an IDAT chunk |
/// | `png-iend` | the IEND chunk |
/// | `gif-frame-N` | the N-th picture's graphic control extension, or its image descriptor where there is none |
/// | `gif-trailer` | the trailer (`3B`) |
/// | `webp-TYPE` | a chunk (its type): `webp-vp8`, `webp-vp8x`, `webp-anmf-N` |
/// | `avif-TYPE` | a top-level box (its size field): `avif-meta`, `avif-mdat` |
/// | `id3-apic` | the header of the tag's frame that holds a picture |
/// | `id3-picture`, `id3-picture-end` | the picture file in it, and what follows it |
/// | `mp3-frame-N` | the N-th MPEG frame's header, the first also where it is a Xing or Info frame without sound |
/// | `mp3-xing`, `mp3-info`, `mp3-vbri` | the name of the note in the first frame |
/// | `mp4-TYPE` | a top-level box (its size field): `mp4-moov`, `mp4-mdat` |
/// | `wav-TYPE` | a chunk (its type): `wav-fmt`, `wav-list`, `wav-data` |
/// | `ogg-page-N` | the N-th page (its `OggS`) |
/// | `flac-KIND` | a metadata block (its header): `flac-streaminfo`, `flac-picture`, `flac-comment`, … |
/// | `flac-frame-N` | the N-th frame's header |
///
/// Types are written in lower case, without the spaces some end with; those with other characters have no marker. Where
/// a file has several of one type they are numbered: `webp-anmf-3`.
public struct Markers: Sendable, Hashable {
    enum Family: Sendable, Hashable {
        case alone(Int)
        case numbered([Int])
    }

    var families: [String: Family]

    /// No markers at all.
    public init() {
        families = [:]
    }

    /// Boxes or chunks by their types.
    init(ofTypes places: [(type: String, offset: Int)], prefix: String) {
        self.init()
        let words = places.map { (word: Self.word($0.type), offset: $0.offset) }
        for (word, places) in Dictionary(grouping: words, by: \.word) {
            guard let word else { continue }
            add(oneOrMore: "\(prefix)-\(word)", at: places.map(\.offset))
        }
    }

    /// How many markers there are.
    public var count: Int {
        families.values.reduce(0) { sum, family in
            switch family {
            case .alone: sum + 1
            case .numbered(let offsets): sum + offsets.count
            }
        }
    }

    /// Every marker, by offset.
    public var all: [Marker] {
        let unordered = families.flatMap { name, family -> [Marker] in
            switch family {
            case .alone(let offset): [Marker(name: name, offset: offset)]
            case .numbered(let offsets):
                offsets.enumerated().map { Marker(name: "\(name)-\($0.offset + 1)", offset: $0.element) }
            }
        }
        return unordered.sorted { ($0.offset, $0.name) < ($1.offset, $1.name) }
    }

    /// The offset of a marker, or nil when the file has none of that name.
    public subscript(name: String) -> Int? {
        if case .alone(let offset) = families[name] { return offset }
        guard let dash = name.lastIndex(of: "-"), let number = Self.number(name[name.index(after: dash)...]),
            case .numbered(let offsets) = families[String(name[..<dash])], offsets.indices.contains(number - 1)
        else { return nil }
        return offsets[number - 1]
    }

    /// The names in words a person can read: single ones as they are, families as `mp3-frame-1 to mp3-frame-770`.
    public var summary: String {
        let words = families.sorted { $0.key < $1.key }.map { name, family in
            switch family {
            case .alone: name
            case .numbered(let offsets) where offsets.count == 1: "\(name)-1"
            case .numbered(let offsets): "\(name)-1 to \(name)-\(offsets.count)"
            }
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    /// Adds a marker that stands alone, replacing one of the same name.
    mutating func add(_ name: String, at offset: Int) {
        families[name] = .alone(offset)
    }

    /// Adds a family numbered from 1; an empty one is left out.
    mutating func add(_ name: String, at offsets: [Int]) {
        guard !offsets.isEmpty else { return }
        families[name] = .numbered(offsets)
    }

    /// Adds a marker that stands alone when there is one, and is numbered when there are several.
    mutating func add(oneOrMore name: String, at offsets: [Int]) {
        if let only = offsets.first, offsets.count == 1 {
            add(name, at: only)
        } else {
            add(name, at: offsets)
        }
    }

    /// A type as it is written in a marker's name, or nil when it cannot be.
    private static func word(_ type: String) -> String? {
        let word = type.lowercased().split(separator: " ", omittingEmptySubsequences: false).first ?? ""
        let isWord = word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return isWord && !word.isEmpty ? String(word) : nil
    }

    /// Digits as a person writes them, so that `scan-01` and `scan-+1` are not other words for `scan-1`.
    private static func number(_ digits: Substring) -> Int? {
        guard let first = digits.utf8.first, first != UInt8(ascii: "0"),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(digits)
    }
}

extension Markers.Family: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let offset = try? container.decode(Int.self) {
            self = .alone(offset)
        } else {
            self = .numbered(try container.decode([Int].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .alone(let offset): try container.encode(offset)
        case .numbered(let offsets): try container.encode(offsets)
        }
    }
}

extension Markers: Codable {
    /// Reads `{"jpeg-scan": [623, 8127], "jpeg-eoi": 20011}`: a list is numbered from 1, a number stands alone.
    public init(from decoder: any Decoder) throws {
        families = try decoder.singleValueContainer().decode([String: Family].self)
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(families)
    }
}
