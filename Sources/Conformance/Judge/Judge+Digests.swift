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
