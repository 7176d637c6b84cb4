internal import AdapterProtocol

/// Keeps what came of each client and writes them side by side when the run is over.
public struct ComparisonRecorder: Recorder {
    /// How to write it.
    public enum Form: Sendable {
        /// An aligned table of at most 100 columns; nothing for a client alone, whose summary says it all.
        case text
        /// A Markdown document, for a client alone too.
        case markdown
    }

    private let form: Form
    private let write: @Sendable (String) -> Void
    private var records: [Comparison.Record] = []

    /// Writes the table to a closure, once.
    public init(_ form: Form, to write: @escaping @Sendable (String) -> Void) {
        self.form = form
        self.write = write
    }

    /// Takes the next event.
    ///
    /// Clients come one after the other, so that whatever is told belongs to the last one, even if two have the same name.
    public mutating func record(_ event: RunEvent) {
        switch event {
        case .clientBegan(let header):
            records.append(Comparison.Record(name: header.name, version: header.hello.client.version))
        case .clientFailed(let name, _): records.append(Comparison.Record(name: name))
        case .scenarioEnded(let result) where !records.isEmpty: records[records.count - 1].results.append(result)
        case .clientEnded(let summary) where !records.isEmpty:
            records[records.count - 1].standings = summary.standings
        case .ended: finish()
        default: break
        }
    }

    private func finish() {
        switch form {
        case .text where records.count < 2: break
        case .text: write("\n" + Comparison(records).text + "\n")
        case .markdown: write(Comparison(records).markdown)
        }
    }
}
