internal import Digests
internal import FixtureServer

/// The digests that a judge compares what a client reports with.
extension Runner {
    /// Adds what the judge will ask for.
    func addDigests(to transcript: inout Transcript, of instance: Instance) async {
        for part in Judge.partsNeeded(for: transcript) {
            transcript.digests[part.id, part.range] = await digest(part, of: instance)
        }
        for splice in Judge.splicesNeeded(for: transcript) {
            var running = SHA256()
            for part in [splice.head, splice.tail] {
                running.update(await instance.bytes(of: part.id, range: part.range))
            }
            transcript.digests[splice] = running.digest.hex
        }
    }

    private func digest(_ part: Judge.Part, of instance: Instance) async -> String? {
        guard part.range.lowerBound > 0 else {
            return await instance.digest(of: part.id, prefix: part.range.upperBound)
        }
        return SHA256.digest(of: await instance.bytes(of: part.id, range: part.range)).hex
    }
}
