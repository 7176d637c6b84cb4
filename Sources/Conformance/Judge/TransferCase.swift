internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

/// One transfer of a transcript: what was asked of it, what the client reported, what the server saw.
struct TransferCase: Sendable {
    /// Its name in the lane.
    let name: String
    /// How it came to be.
    let origin: Origin
    /// What the client reported of it, in order.
    let reports: [Transcript.Entry]
    /// The requests that carried its name, in order.
    let exchanges: [ExchangeRecord]
    /// The cancel that was asked for before it had ended, if one was.
    let cancel: AdapterCommand.ResumeWish?

    /// How a transfer came to be.
    indirect enum Origin: Sendable {
        /// Started from its URL.
        case start(TransferStart)
        /// Continued from another one.
        case resume(ResumeStart, TransferCase)
    }

    /// What the lane left it to go on from, in bytes, when it damaged the partial file.
    let tampered: Int64?

    /// Whether its resume material was damaged, so that nobody can tell what it says.
    var isMisled: Bool {
        if case .resume(let resume, _) = origin { [.garbage, .flipped].contains(resume.tamper) } else { false }
    }

    /// The start that it goes back to, over all resumptions.
    var start: TransferStart {
        switch origin {
        case .start(let start): start
        case .resume(_, let before): before.start
        }
    }

    /// The transfer that it continues.
    var predecessor: TransferCase? {
        if case .resume(_, let before) = origin { before } else { nil }
    }

    var ends: [AdapterEvent.End] {
        reports.compactMap { if case .reported(.end(let end)) = $0.line { end } else { nil } }
    }
    var end: AdapterEvent.End? { ends.first }

    /// The events before and with the first end.
    var living: ArraySlice<Transcript.Entry> {
        let last = reports.firstIndex { if case .reported(.end) = $0.line { true } else { false } }
        return last.map { reports[...$0] } ?? reports[...]
    }

    var events: [AdapterEvent] {
        living.compactMap { if case .reported(let event) = $0.line { event } else { nil } }
    }

    var head: AdapterEvent.Head? { events.lazy.compactMap { if case .head(let head) = $0 { head } else { nil } }.first }
    var bytes: [AdapterEvent.Bytes] { events.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } } }
    var files: [AdapterEvent.File] { events.compactMap { if case .file(let file) = $0 { file } else { nil } } }
    var resumeData: [AdapterEvent.ResumeData] {
        events.compactMap { if case .resumeData(let data) = $0 { data } else { nil } }
    }

    /// How many bytes of the representation the application had been given in the end.
    var total: Int64 { Int64(end?.total ?? bytes.last?.total ?? 0) }

    /// How many bytes the client held when it began: those of the transfer that it continues.
    var held: Int64 {
        if let tampered { return tampered }
        guard let before = predecessor else { return 0 }
        return before.resumeData.last?.bytesHeld.map(Int64.init) ?? before.total
    }

    /// The exchange that decided how it went: the last one.
    var last: ExchangeRecord? { exchanges.last }

    /// Whether it has fetched a rest by a request of its own.
    var isContinued: Bool {
        exchanges.dropLast().contains { $0.representation?.id == last?.representation?.id && $0.bodySent > 0 }
    }

    /// The versions of representations that it or the transfers before it were sent.
    var versions: [ExchangeRecord.Representation] {
        let before = predecessor?.versions ?? []
        return exchanges.compactMap(\.representation).reduce(into: before) { list, version in
            if !list.contains(where: { $0.id == version.id }) { list.append(version) }
        }
    }
}

extension TransferCase {
    /// Every transfer of the lane that was begun, in the order of beginning.
    static func all(in transcript: Transcript) -> [TransferCase] {
        var cases: [TransferCase] = []
        for step in transcript.scenario.lane {
            let name: String
            let origin: Origin
            switch step.verb {
            case .start(let start):
                name = start.name
                origin = .start(start)
            case .resume(let resume):
                guard let before = cases.first(where: { $0.name == resume.from }) else { continue }
                name = resume.name
                origin = .resume(resume, before)
            default: continue
            }
            guard transcript.begins(name) else { continue }
            cases.append(
                TransferCase(
                    name: name, origin: origin, reports: transcript.reports(of: name),
                    exchanges: transcript.exchanges(of: name), cancel: transcript.cancel(of: name),
                    tampered: transcript.lane.held[name]))
        }
        return cases
    }
}

extension Transcript {
    /// The requests of a transfer, in order.
    ///
    /// Many clients keep the fields of the first request for the resumed one, `Sluice-Transfer` among them: what carries
    /// the name of a transfer that has been resumed since is a request of the one that goes on.
    fileprivate func exchanges(of transfer: String) -> [ExchangeRecord] {
        journal.exchanges.filter { exchange in
            guard var owner = exchange.transfer else { return false }
            while let next = successor(of: owner, before: exchange.started) { owner = next }
            return owner == transfer
        }
    }

    private func successor(of transfer: String, before moment: Duration) -> String? {
        scenario.lane.lazy.compactMap { step -> String? in
            guard case .resume(let resume) = step.verb, resume.from == transfer else { return nil }
            let isAsked = entries.contains { entry in
                guard case .asked(.resume(let asked)) = entry.line else { return false }
                return asked.t == resume.name && entry.time <= moment
            }
            return isAsked ? resume.name : nil
        }.last
    }

    fileprivate func begins(_ transfer: String) -> Bool {
        entries.contains { entry in
            switch entry.line {
            case .asked(.start(let start)): start.t == transfer
            case .asked(.resume(let resume)): resume.t == transfer
            default: false
            }
        }
    }

    fileprivate func reports(of transfer: String) -> [Entry] {
        entries.filter { if case .reported(let event) = $0.line { event.transfer == transfer } else { false } }
    }

    fileprivate func cancel(of transfer: String) -> AdapterCommand.ResumeWish? {
        for entry in entries {
            switch entry.line {
            case .reported(.end(let end)) where end.t == transfer: return nil
            case .asked(.cancel(transfer, let wish)): return wish
            default: continue
            }
        }
        return nil
    }
}
