internal import AdapterProtocol
public import FixtureServer

extension Judge {
    /// A part of a representation of which the judge needs the digest.
    public struct Part: Hashable, Sendable {
        /// The representation.
        public var id: RepresentationID
        /// The part.
        public var range: Range<Int64>
    }

    /// Two parts, one after the other, that a client may have joined.
    public struct Splice: Hashable, Sendable {
        /// What was held.
        public var head: Part
        /// What was put behind it.
        public var tail: Part
    }

    /// Larger ones are not looked for: their bytes would have to be held.
    private static let largestSplice: Int64 = 64 << 20

    /// The joints whose digests tell what a transfer of several answers is made of that is of no version.
    public static func splicesNeeded(for transcript: Transcript) -> Set<Splice> {
        Set(TransferCase.all(in: transcript).compactMap(splice))
    }

    /// What came before the last answer, and behind it what that brought: as much as was reported in all.
    static func splice(of transfer: TransferCase) -> Splice? {
        let before = transfer.predecessor?.last ?? transfer.exchanges.dropLast().last
        guard let first = before?.representation, let last = transfer.last?.representation,
            let served = transfer.last?.served, transfer.total <= largestSplice
        else { return nil }
        let held = transfer.predecessor == nil ? before?.bodySent ?? 0 : transfer.held
        let rest = transfer.total - held
        guard held > 0, rest > 0, held <= first.length ?? .max, served.lowerBound + rest <= last.length ?? .max else {
            return nil
        }
        return Splice(
            head: Part(id: first.id, range: 0..<held),
            tail: Part(id: last.id, range: served.lowerBound..<(served.lowerBound + rest)))
    }

    /// The parts whose digests decide whether the reported bytes are those of one version.
    public static func partsNeeded(for transcript: Transcript) -> Set<Part> {
        var parts: Set<Part> = []
        for transfer in TransferCase.all(in: transcript) {
            guard let total = transfer.end.map({ Int64($0.total) }), total > 0 else { continue }
            for version in transfer.versions {
                let length = version.length ?? .max
                if total <= length { parts.insert(Part(id: version.id, range: 0..<total)) }
                guard transfer.predecessor == nil, let served = transfer.last?.served, served.lowerBound > 0,
                    served.lowerBound + total <= length
                else { continue }
                parts.insert(Part(id: version.id, range: served.lowerBound..<(served.lowerBound + total)))
            }
        }
        return parts
    }
}
