internal import Foundation

/// Keeps a run's results and writes them as `results.json` when the run is over.
public struct ResultsRecorder: Recorder {
    /// The file's form; grows when a reader of the old form would be misled.
    public static let version = 1

    private struct Results: Encodable {
        var version = ResultsRecorder.version
        var run: RunHeader?
        var summary: RunSummary?
        var clients: [Client] = []
    }

    private struct Client: Encodable {
        var name: String
        var header: ClientHeader?
        var failure: String?
        var summary: ClientSummary?
        var results: [ScenarioResult] = []
    }

    private var results = Results()
    private let write: @Sendable (String) -> Void

    /// Writes the file's content to a closure, once.
    public init(to write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Takes the next event.
    public mutating func record(_ event: RunEvent) {
        switch event {
        case .began(let header): results.run = header
        case .clientBegan(let header): results.clients.append(Client(name: header.name, header: header))
        case .clientFailed(let name, let reason): results.clients.append(Client(name: name, failure: reason))
        case .scenarioEnded(let result): change(result.client) { $0.results.append(result) }
        case .clientEnded(let summary):
            change(summary.name) { client in
                client.summary = summary
                client.results.sort { $0.scenario < $1.scenario }
            }
        case .ended(let summary):
            results.summary = summary
            finish()
        case .scenarioBegan, .scenarioRetried: break
        }
    }

    private mutating func change(_ name: String, _ body: (inout Client) -> Void) {
        guard let index = results.clients.firstIndex(where: { $0.name == name }) else { return }
        body(&results.clients[index])
    }

    private func finish() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let content = try? encoder.encode(results) else { return }
        write(String(decoding: content, as: UTF8.self) + "\n")
    }
}
