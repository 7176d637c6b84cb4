import FixtureServer
import HTTPMessages
import Scenarios

/// What people read on the standard error while a scenario is served.
struct AccessLog: Sendable {
    /// How much is said.
    enum Style: Sendable {
        /// Nothing.
        case quiet
        /// A line for each exchange.
        case plain
        /// Every event, and the heads.
        case verbose
    }

    let style: Style
    /// Whether lines say which scenario they are about.
    let namesScenarios: Bool

    /// Writes until the instance ends.
    func follow(_ instance: Instance) async {
        guard style != .quiet else { return }
        let prefix = namesScenarios ? instance.scenario.id + ": " : ""
        for await event in instance.events {
            if style == .verbose { Terminal.note(Colour.painted(prefix + event.description, .dim)) }
            guard case .ended = event.kind, let id = event.exchange else { continue }
            guard let record = await instance.record(of: id) else { continue }
            if style == .verbose { showHeads(of: record, prefix) }
            Terminal.note(Colour.painted(prefix + record.line, record.colour))
        }
    }

    /// Writes what came of a whole run.
    func summarise(_ journal: Journal) {
        guard style != .quiet else { return }
        Terminal.note(journal.summary)
    }

    private func showHeads(of record: ExchangeRecord, _ prefix: String) {
        for line in record.request.bytes.lines { Terminal.note("\(prefix)> \(line)") }
        for line in record.response?.bytes.lines ?? [] { Terminal.note("\(prefix)< \(line)") }
    }
}

extension ExchangeRecord {
    /// What is not plain stands out.
    fileprivate var colour: Colour? {
        switch reason {
        case .cut, .failed: .red
        case .left, .refused, .timeout, .stopped: .yellow
        case .complete, nil: response.map { $0.head.status >= 400 } ?? false ? .yellow : nil
        }
    }
}

extension WireBytes {
    /// The lines, without their ends.
    var lines: [Substring] { description.split(separator: "\r\n") }
}
