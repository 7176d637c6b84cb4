internal import AdapterProtocol
internal import Digests
internal import Foundation

/// How many bytes a transfer has handed over, and their digest.
struct Sums: Sendable {
    /// All bytes of the representation so far, those held before a resume included.
    private(set) var total = 0
    private var place: Place
    private var running = SHA256()

    private enum Place {
        /// The application has the bytes themselves.
        case memory
        /// They are in a file that the client still has.
        case unfinishedFile
        /// They are in a file that the application was given.
        case file(Digest)
    }

    /// Begins with nothing.
    init(_ sink: AdapterCommand.TransferOptions.Sink) {
        place = sink == .memory ? .memory : .unfinishedFile
    }

    /// The content begins here: at 0, or behind what was held.
    mutating func begin(at offset: Int) {
        total = offset
    }

    /// Takes a piece in memory.
    mutating func take(_ piece: Data) {
        total += piece.count
        running.update(piece)
    }

    /// The client says that so much is in its file.
    mutating func noteWritten(total: Int) {
        self.total = total
        place = .unfinishedFile
    }

    /// Looks at the file that was handed over and answers its size.
    mutating func noteFile(_ path: String) throws -> Int {
        place = .file(try SHA256.digest(ofFile: path))
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        total = size?.intValue ?? 0
        return total
    }

    /// The digest of what was handed over.
    ///
    /// - Parameter partial: The unfinished file, whose first ``total`` bytes were handed over.
    /// - Returns: The digest in hex; nil when nobody can tell, because the client has removed its file.
    func digest(partial: String?) -> String? {
        switch place {
        case .memory: running.digest.hex
        case .file(let digest): digest.hex
        case .unfinishedFile where total == 0: SHA256.digest(of: []).hex
        case .unfinishedFile: partial.flatMap { Sums.digest(of: $0, first: total) }
        }
    }

    private static func digest(of path: String, first count: Int) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        var running = SHA256()
        var left = count
        while left > 0 {
            guard let piece = try? file.read(upToCount: min(left, 64 << 10)), !piece.isEmpty else { return nil }
            running.update(piece)
            left -= piece.count
        }
        return running.digest.hex
    }
}
