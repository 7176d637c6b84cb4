internal import AdapterProtocol
internal import Digests
internal import Foundation
internal import Synchronization

/// Reports one transfer, and keeps the sums that its events carry.
///
/// It hides nothing: a client that ends twice is reported as ending twice.
final class TransferReporter: Sendable {
    /// The transfer's name.
    let name: String
    /// What is wanted of it.
    let options: AdapterCommand.TransferOptions

    private let writer: EventWriter
    private let sums: Mutex<Sums>

    private struct Sums {
        var hasHead = false
        var total = 0
        var running = SHA256()
        /// The digest of a file, which takes the place of the running one.
        var fileDigest: String?
        var cancel: AdapterCommand.ResumeWish?
        /// Resume material that is on its way, and the end that waits for it.
        var isResumeDataDue = false
        var heldEnd: (@Sendable () -> Void)?
    }

    init(_ name: String, options: AdapterCommand.TransferOptions, writer: EventWriter) {
        self.name = name
        self.options = options
        self.writer = writer
        sums = Mutex(Sums())
    }

    /// Notes that the application asked for a cancel; it decides what an end is called.
    func cancel(_ wish: AdapterCommand.ResumeWish) {
        sums.withLock { $0.cancel = wish }
    }

    /// Whether the application asked for a cancel.
    var isCancelled: Bool { sums.withLock { $0.cancel != nil } }

    /// Whether the application asked for resume material.
    var wantsResumeData: Bool { sums.withLock { $0.cancel == .want } }

    /// Bytes reported so far.
    var total: Int { sums.withLock { $0.total } }

    /// Reports an event that needs no sums.
    func report(_ event: AdapterEvent) {
        writer.report(event)
    }

    /// Reports the head; a client that shows it with every callback is asked only once.
    func head(_ make: () -> AdapterEvent.Head?) {
        sums.withLock { sums in
            guard !sums.hasHead, let head = make() else { return }
            sums.hasHead = true
            sums.total = head.resumedAt ?? 0
            writer.report(.head(head))
        }
    }

    /// Reports a piece that was handed over in memory.
    func bytes(_ piece: Data) {
        sums.withLock { sums in
            sums.running.update(piece)
            let from = sums.total
            sums.total += piece.count
            let hash = options.report.chunks == .hash ? SHA256.digest(of: piece).hex : nil
            let data = options.report.chunks == .data ? piece.base64EncodedString() : nil
            writer.report(
                .bytes(.init(t: name, count: piece.count, total: sums.total, from: from, hash: hash, data: data)))
        }
    }

    /// Reports a piece that the client says it has written to its file.
    func written(_ count: Int64, total: Int64) {
        sums.withLock { sums in
            sums.total = Int(total)
            writer.report(.bytes(.init(t: name, count: Int(count), total: Int(total), from: Int(total - count))))
        }
    }

    /// Reports what the client's progress says, when that is wanted.
    func progress(done: Int64, expected: Int64?, fraction: Double?) {
        guard options.report.progress else { return }
        writer.report(.progress(.init(t: name, done: Int(done), expected: expected.map(Int.init), fraction: fraction)))
    }

    /// Reports the finished file while it is there.
    func file(_ path: String, suggestedName: String?) {
        let digest: Digest
        let size: Int
        do {
            digest = try SHA256.digest(ofFile: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            size = (attributes[.size] as? NSNumber)?.intValue ?? -1
        } catch {
            writer.report(.adapterError(message: "\(name): the file \(path) cannot be read: \(error)"))
            return
        }
        sums.withLock { sums in
            sums.fileDigest = digest.hex
            sums.total = size
        }
        writer.report(.file(.init(t: name, path: path, size: size, filename: suggestedName)))
    }

    /// Notes that the client gives resume material by a handler of its own, which may come behind the end.
    ///
    /// The protocol has it before the end, so the end is told when the handler has been called.
    func expectResumeData() {
        sums.withLock { $0.isResumeDataDue = true }
    }

    /// Reports resume material, or that there is none.
    func resumeData(_ value: Data?, held: Int64? = nil, partial: String? = nil) {
        defer { releaseEnd() }
        writer.report(
            .resumeData(
                .init(
                    t: name, value: value?.base64EncodedString(), bytesHeld: held.map(Int.init), partial: partial)))
    }

    /// Reports the end.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - error: What the client said of a failure.
    ///   - partial: The partial file of a download that did not complete, whose beginning is hashed.
    func end(_ outcome: AdapterEvent.End.Outcome, error: AdapterEvent.Failure? = nil, partial: String? = nil) {
        let isHeld = sums.withLock { sums in
            guard sums.isResumeDataDue else { return false }
            sums.heldEnd = { self.end(outcome, error: error, partial: partial) }
            return true
        }
        guard !isHeld else { return }
        let (total, hash) = sums.withLock { sums in (sums.total, digest(sums, outcome, partial: partial)) }
        writer.report(.end(.init(t: name, outcome: outcome, total: total, hash: hash, error: error)))
    }

    private func releaseEnd() {
        let end = sums.withLock { sums in
            defer { sums.heldEnd = nil }
            sums.isResumeDataDue = false
            return sums.heldEnd
        }
        end?()
    }

    private func digest(_ sums: Sums, _ outcome: AdapterEvent.End.Outcome, partial: String?) -> String? {
        if let digest = sums.fileDigest { return digest }
        guard options.sink == .file else { return sums.running.digest.hex }
        guard sums.total > 0 else { return SHA256.digest(of: []).hex }
        guard let partial, let file = FileHandle(forReadingAtPath: partial) else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: sums.total), bytes.count == sums.total else { return nil }
        return SHA256.digest(of: bytes).hex
    }
}
