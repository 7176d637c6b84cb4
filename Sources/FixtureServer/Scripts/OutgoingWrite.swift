internal import HTTPWire

/// Bytes gathered for one write: framing around at most one piece of content.
struct OutgoingWrite {
    private(set) var bytes: [UInt8] = []
    /// The representation's offset of the piece, or nil when it is not of the representation.
    private(set) var offset: Int64?
    /// Where in the bytes the piece of the representation lies.
    private(set) var piece = 0..<0
    /// How much the piece represents, where it is a code.
    private var represented: Int?
    /// Whether a piece of content is in, so that another has to wait for the next write.
    private(set) var hasPiece = false

    var isEmpty: Bool { bytes.isEmpty }

    /// Adds bytes that are no content.
    mutating func append(_ framing: some Collection<UInt8>) {
        bytes.append(contentsOf: framing)
    }

    /// Adds the piece, with its chunk's framing if the body is chunked.
    mutating func appendPiece(
        of count: Int, offset: Int64?, isChunk: Bool, fill: (inout [UInt8]) -> Void
    ) {
        bytes.reserveCapacity(bytes.count + count + 16)
        if isChunk { ChunkedEncoder.appendPrefix(size: count, to: &bytes) }
        let start = bytes.count
        fill(&bytes)
        if offset != nil {
            self.offset = offset
            piece = start..<bytes.count
        }
        if isChunk { bytes.append(contentsOf: ChunkedEncoder.suffix) }
        hasPiece = true
    }

    /// Adds a piece of code with what it represents, with its chunk's framing if the body is chunked.
    mutating func appendPiece(_ code: ArraySlice<UInt8>, represents part: Range<Int64>, isChunk: Bool) {
        appendPiece(of: code.count, offset: part.lowerBound, isChunk: isChunk) { $0 += code }
        represented = part.count
    }

    /// What a part of the bytes carries of the representation.
    ///
    /// Which octet of a code carries what, nobody can tell: the first one counts for all.
    func content(in part: Range<Int>) -> (offset: Int64?, count: Int) {
        if let represented {
            return part.contains(piece.lowerBound) && represented > 0 ? (offset, represented) : (nil, 0)
        }
        let inside = piece.clamped(to: part)
        guard let offset, !inside.isEmpty else { return (nil, 0) }
        return (offset + Int64(inside.lowerBound - piece.lowerBound), inside.count)
    }
}
