extension RangeHeader {
    /// What a Range field comes to for one representation.
    public enum Resolution: Hashable, Sendable {
        /// 206 with these byte ranges, in the order asked for; at least one, none of them empty.
        case partial([Range<Int64>])
        /// 416 with `Content-Range: bytes */LENGTH`.
        case unsatisfiable
        /// 200 with everything: no 206 can say it, or nobody honest would ask for it.
        case whole
    }

    /// Holds the ranges against a representation of this length.
    ///
    /// Ranges that start past the end are left out, ends past the end are cut off. A suffix of an empty representation
    /// is satisfiable (RFC 9110 §14.1.2) but no Content-Range can name it, so the answer is the whole of nothing. More
    /// than `maximumCount` ranges, more than two that overlap, or several that come to more bytes than there are, are ignored
    /// as RFC 9110 §14.2 allows.
    public func resolved(completeLength length: Int64, maximumCount: Int = 64) -> Resolution {
        guard specs.count <= maximumCount else { return .whole }
        if length == 0 {
            let isSatisfiable = specs.contains {
                if case .suffix(let count) = $0 { count > 0 } else { false }
            }
            return isSatisfiable ? .whole : .unsatisfiable
        }
        let ranges = specs.compactMap { $0.range(in: length) }
        guard !ranges.isEmpty else { return .unsatisfiable }
        let isGreedy = RangeHeader.overlaps(in: ranges) > 2 || RangeHeader.exceed(length, ranges)
        return isGreedy ? .whole : .partial(ranges)
    }

    /// Whether the ranges come to more than the whole.
    private static func exceed(_ length: Int64, _ ranges: [Range<Int64>]) -> Bool {
        var rest = length
        for range in ranges {
            let count = range.upperBound - range.lowerBound
            guard count <= rest else { return true }
            rest -= count
        }
        return false
    }

    /// How many of the ranges reach into another one.
    private static func overlaps(in ranges: [Range<Int64>]) -> Int {
        guard ranges.count > 2 else { return 0 }
        return ranges.indices.count { index in
            ranges.indices.contains { $0 != index && ranges[$0].overlaps(ranges[index]) }
        }
    }
}

extension RangeHeader.Spec {
    /// The bytes of a representation that the range selects, or nil when there are none.
    func range(in length: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last):
            guard first < length else { return nil }
            return first..<(min(last ?? .max, length - 1) + 1)
        case .suffix(let count):
            guard count > 0, length > 0 else { return nil }
            return max(0, length - count)..<length
        }
    }
}
