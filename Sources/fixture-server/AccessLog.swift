import FixtureServer

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

    /// Writes until the instance ends.
    func follow(_ instance: Instance) async {
        guard style != .quiet else { return }
        for await event in instance.events {
            if style == .verbose { Terminal.note(event.description) }
            guard case .ended = event.kind, let id = event.exchange else { continue }
            guard let record = await instance.record(of: id) else { continue }
            if style == .verbose { showHeads(of: record) }
            Terminal.note(record.line)
        }
    }

    /// Writes what came of a whole run.
    func summarise(_ journal: Journal) {
        guard style != .quiet else { return }
        Terminal.note(journal.summary)
    }

    private func showHeads(of record: ExchangeRecord) {
        for line in record.request.bytes.lines { Terminal.note("> \(line)") }
        for line in record.response?.bytes.lines ?? [] { Terminal.note("< \(line)") }
    }
}

extension WireBytes {
    /// The lines, without their ends.
    var lines: [Substring] { description.split(separator: "\r\n") }
}
