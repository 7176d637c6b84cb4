internal import AdapterProtocol
internal import Digests
internal import Foundation
internal import Locks

/// Reports one transfer, and keeps the sums that its events carry.
///
/// It hides nothing that the client says: one that ends twice is reported as ending twice. What the adapter itself adds
/// stops at the end.
final class TransferReporter: Sendable {
    /// The transfer's name.
    let name: String
    /// What is wanted of it.
    let options: AdapterCommand.TransferOptions

    private let writer: EventWriter
    private let holding: @Sendable (Data) -> Holding?
    private let state: Locked<State>

    private struct State {
        var sums: Sums
        var hasHead = false
        /// Set when the application has asked for a cancel; it decides what an end is called.
        var cancel: AdapterCommand.ResumeWish?
        var resumeData = Material.none
        var hasEnded = false
    }

    private enum Material {
        case none
        case reported(Holding?)
    }

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - name: The transfer's name.
    ///   - options: What is wanted of it.
    ///   - writer: Where events go.
    ///   - holding: Looks into resume material.
    init(
        _ name: String, options: AdapterCommand.TransferOptions, writer: EventWriter,
        holding: @escaping @Sendable (Data) -> Holding?
    ) {
        self.name = name
        self.options = options
        self.writer = writer
        self.holding = holding
        state = Locked(State(sums: Sums(options.sink)))
    }

    /// Whether an end was reported; orders for the transfer are ignored from then on.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Notes that the application asked for a cancel.
    func noteCancel(_ wish: AdapterCommand.ResumeWish) {
        state.withLock { $0.cancel = wish }
    }

    /// Reports an event that needs no sums.
    func report(_ event: AdapterEvent) {
        writer.report(event)
    }

    /// Reports an event that answers an order; one that comes after the end has no answer.
    func reportUnlessEnded(_ event: AdapterEvent) {
        state.withLock { if !$0.hasEnded { writer.report(event) } }
    }

    /// Reports the head; a client that shows it with every callback is asked only once.
    func head(_ make: () -> AdapterEvent.Head?) {
        state.withLock { state in
            guard !state.hasHead, let head = make() else { return }
            state.hasHead = true
            state.sums.begin(at: head.resumedAt ?? 0)
            writer.report(.head(head))
        }
    }

    /// Reports a piece that was handed over in memory.
    func bytes(_ piece: Data) {
        state.withLock { state in
            let from = state.sums.total
            state.sums.take(piece)
            let hash = options.report.chunks == .hash ? SHA256.digest(of: piece).hex : nil
            let data = options.report.chunks == .data ? piece.base64EncodedString() : nil
            writer.report(
                .bytes(.init(t: name, count: piece.count, total: state.sums.total, from: from, hash: hash, data: data)))
        }
    }

    /// Reports a piece that the client says it has written to its file.
    func written(_ count: Int64, total: Int64) {
        state.withLock { state in
            state.sums.noteWritten(total: Int(total))
            writer.report(.bytes(.init(t: name, count: Int(count), total: Int(total), from: Int(total - count))))
        }
    }

    /// Reports what the client's progress says, when that is wanted.
    func progress(done: Int64, expected: Int64?, fraction: Double?) {
        guard options.report.progress else { return }
        writer.report(.progress(.init(t: name, done: Int(done), expected: expected.map(Int.init), fraction: fraction)))
    }

    /// Reports the finished file while it is there; a file that is not there is none.
    func file(_ path: String, suggestedName: String?) {
        state.withLock { state in
            do {
                let size = try state.sums.noteFile(path)
                writer.report(.file(.init(t: name, path: path, size: size, filename: suggestedName)))
            } catch {
                writer.report(.log(level: "error", text: "\(name): the file that it names is not there: \(error)"))
            }
        }
    }

    /// Reports resume material, or that there is none.
    ///
    /// A client may hand it over in two ways for one cancel; the second is passed over.
    func resumeData(_ material: Data?) {
        state.withLock { reportResumeData(material, &$0) }
    }

    private func reportResumeData(_ material: Data?, _ state: inout State) {
        guard case .none = state.resumeData, material != nil || !state.hasEnded else { return }
        let holding = material.flatMap(holding)
        state.resumeData = .reported(holding)
        writer.report(
            .resumeData(
                .init(
                    t: name, value: material?.base64EncodedString(), bytesHeld: holding?.bytes,
                    partial: holding?.partial)))
    }

    /// Reports the end, and in front of it that there is no resume material, if it was asked for and did not come.
    ///
    /// - Parameter error: What the client says of a failure or cancel; nil when it says that everything is there.
    func end(_ error: AdapterEvent.Failure?) {
        state.withLock { state in
            if state.cancel == .want { reportResumeData(nil, &state) }
            state.hasEnded = true
            let outcome: AdapterEvent.End.Outcome
            switch error?.kind {
            case nil: outcome = .complete
            case .cancelled where state.cancel != nil: outcome = .cancelled
            default: outcome = .failed
            }
            var error = error
            error?.afterBytes = state.sums.total
            let hash = state.sums.digest(partial: partial(state))
            writer.report(.end(.init(t: name, outcome: outcome, total: state.sums.total, hash: hash, error: error)))
        }
    }

    /// The file whose beginning a download that did not complete has handed over.
    private func partial(_ state: State) -> String? {
        if case .reported(let holding) = state.resumeData { holding?.partial } else { nil }
    }
}
