import Compression

/// Where the seven passes of an interlaced PNG begin in the file.
///
/// Source: W3C PNG (third edition), clause 8.2 (Adam7). The data is inflated to be measured and nothing of it is kept.
enum PNGPasses {
    /// How pixels are stored.
    struct Layout {
        let dimensions: Fixture.Dimensions
        let bitsPerPixel: Int

        /// Samples for each pixel by colour type, times their depth; nil for a type there is none of.
        init?(dimensions: Fixture.Dimensions, depth: UInt8, colorType: UInt8) {
            guard let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType], [1, 2, 4, 8, 16].contains(depth) else {
                return nil
            }
            self.dimensions = dimensions
            bitsPerPixel = samples * Int(depth)
        }

        /// Bytes of each pass before compression: a filter's number and the pixels, for each row; nil where numbers
        /// are too great to be multiplied.
        var passSizes: [Int]? {
            var sizes: [Int] = []
            for (x, y, right, down) in PNGPasses.grid {
                let columns = max(0, (dimensions.width - x + right - 1) / right)
                let rows = max(0, (dimensions.height - y + down - 1) / down)
                let (size, overflow) = ((columns * bitsPerPixel + 7) / 8 + 1).multipliedReportingOverflow(by: rows)
                if overflow { return nil }
                sizes.append(columns == 0 ? 0 : size)
            }
            return sizes
        }
    }

    /// First column, first row, and the steps to the next ones.
    private static let grid = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// For each pass but the first, how many bytes of the compressed data complete all passes before it.
    ///
    /// Ends early where the data does.
    static func starts(in data: [UInt8], _ layout: Layout) -> [Int] {
        guard let sizes = layout.passSizes else { return [] }
        let ends = sizes.dropLast().reduce(into: [Int]()) { $0.append(($0.last ?? 0) &+ $1) }
        guard ends.allSatisfy({ $0 >= 0 }) else { return [] }
        return exact(roughly(ends, in: data), for: ends, in: data)
    }

    /// How much zlib has taken when it has given so much: a few bytes more than it needed, for it looks ahead.
    private static func roughly(_ ends: [Int], in data: [UInt8]) -> [Int] {
        let inflater = Inflater(.deflate)
        inflater.receive(data)
        var given = 0
        return ends.prefixMap { end in
            while given < end {
                guard let output = (try? inflater.next(atMost: min(end - given, 65_536))) ?? nil else { return nil }
                given += output.count
            }
            return data.count - inflater.unread
        }
    }

    /// The same to the byte: near each place the data is given byte by byte, until there is enough.
    private static func exact(_ places: [Int], for ends: [Int], in data: [UInt8]) -> [Int] {
        let inflater = Inflater(.deflate)
        var (taken, given) = (0, 0)
        func take(upTo place: Int) {
            inflater.receive(data[taken..<place])
            taken = place
            while let output = (try? inflater.next()) ?? nil { given += output.count }
        }
        return zip(places, ends).map { place, end in
            take(upTo: max(taken, place - 8))
            while given < end, taken < place { take(upTo: taken + 1) }
            return taken
        }
    }
}

extension Array {
    /// The elements changed, up to the first that cannot be.
    fileprivate func prefixMap<Changed>(_ change: (Element) -> Changed?) -> [Changed] {
        var all: [Changed] = []
        for element in self {
            guard let changed = change(element) else { break }
            all.append(changed)
        }
        return all
    }
}
