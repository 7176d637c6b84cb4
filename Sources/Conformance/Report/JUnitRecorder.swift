/// Keeps a run's results and writes them as JUnit XML when the run is over.
///
/// One suite per client, one case per check. `failure` is what speaks against the client and nobody expected, `error`
/// what could not be run (our fault, the adapter's, a crash of the client's process), `skipped` what was not run, could
/// not be judged, or is known to fail.
public struct JUnitRecorder: Recorder {
    private var results: [String: [ScenarioResult]] = [:]
    private var summaries: [ClientSummary] = []
    private var failures: [(client: String, reason: String)] = []
    private let write: @Sendable (String) -> Void

    /// Writes the file's content to a closure, once.
    public init(to write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Takes the next event.
    public mutating func record(_ event: RunEvent) {
        switch event {
        case .scenarioEnded(let result): results[result.client, default: []].append(result)
        case .clientFailed(let name, let reason): failures.append((name, reason))
        case .clientEnded(let summary): summaries.append(summary)
        case .ended(let summary): write(document(summary))
        default: break
        }
    }

    private func document(_ run: RunSummary) -> String {
        var suites = summaries.map { JUnitSuite(results[$0.name] ?? [], $0) }
        suites += failures.map { JUnitSuite(client: $0.client, unstartable: $0.reason) }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        let counts = suites.reduce(into: (tests: 0, failures: 0, errors: 0, skipped: 0)) { sum, suite in
            sum.tests += suite.cases.count
            sum.failures += suite.count(.failure)
            sum.errors += suite.count(.error)
            sum.skipped += suite.count(.skipped)
        }
        text += "<testsuites name=\"conform\" tests=\"\(counts.tests)\" failures=\"\(counts.failures)\""
        text += " errors=\"\(counts.errors)\" skipped=\"\(counts.skipped)\" time=\"\(run.seconds.inSeconds)\">\n"
        text += suites.map(\.xml).joined()
        return text + "</testsuites>\n"
    }
}
