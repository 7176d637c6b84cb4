internal import Digests

/// What handles read, also after their instance has ended.
extension FixtureServer {
    /// The largest version that a journal computes the digest of unasked.
    private static let largestDigest: Int64 = 256 << 20

    /// What happened until now, with the digests of what was served.
    func journal(of id: String) async -> Journal {
        guard let running = instance(id) else { return Journal.empty(id) }
        for version in running.servedVersions where version.sha256 == nil {
            guard let length = version.content.length, length <= Self.largestDigest else { continue }
            version.sha256 = await version.content.digest(prefix: length)
        }
        return running.journal()
    }

    /// The digest of the beginning of a version, or of all of it.
    func digest(of representation: RepresentationID, prefix: Int64?, in id: String) async -> String? {
        guard let version = instance(id)?.version(representation) else { return nil }
        let length = version.content.length
        if prefix == nil || prefix == length, let known = version.sha256 { return known }
        guard let goal = prefix ?? length, goal >= 0, goal <= length ?? .max else { return nil }
        let digest = await version.content.digest(prefix: goal)
        if goal == length { version.sha256 = digest }
        return digest
    }

    /// Some bytes of a version.
    func bytes(of representation: RepresentationID, range: Range<Int64>, in id: String) -> [UInt8] {
        guard let content = instance(id)?.version(representation)?.content else { return [] }
        var bytes: [UInt8] = []
        content.append(range.clamped(to: 0..<(content.length ?? .max)), to: &bytes)
        return bytes
    }
}

extension Content {
    /// The SHA-256 of the first so many bytes, in lower-case hex, or nil when nobody waits for it any more.
    ///
    /// Computed off the loop, in pieces: some seconds for ten gigabytes, and no memory.
    @concurrent func digest(prefix: Int64) async -> String? {
        var sum = SHA256()
        var piece: [UInt8] = []
        var place: Int64 = 0
        while place < prefix {
            guard !Task.isCancelled else { return nil }
            let end = min(prefix, place + 256 << 10)
            piece.removeAll(keepingCapacity: true)
            append(place..<end, to: &piece)
            sum.update(piece.span)
            place = end
        }
        return sum.digest.hex
    }
}
