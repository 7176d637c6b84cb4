extension Comparison {
    /// What a run told of one client.
    struct Record {
        /// The name it goes by.
        var name: String
        /// The version that it introduced itself with; nil when it could not be started.
        var version: String?
        /// What came of each scenario.
        var results: [ScenarioResult] = []
        /// What the known failures make of it.
        var standings: [Reckoning.Standing] = []

        /// What came of each scenario in a word, by id.
        var cells: [String: Cell] {
            let standings = Dictionary(grouping: standings, by: \.scenario)
            return Dictionary(grouping: results, by: \.scenario).mapValues { results in
                Cell(results, standings[results[0].scenario] ?? [])
            }
        }

        /// The column.
        var client: Client {
            Client(
                title: version.map { "\(name) \($0)" } ?? name,
                scenarios: cells.values.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }, checks: checks,
                faults: KnownFault.list(standings))
        }

        private var checks: [Cell.Kind: Int] {
            let known = Set(standings.filter(\.isKnownFailure).map { [$0.scenario, $0.check, $0.verdict.description] })
            return results.reduce(into: [:]) { counts, result in
                for finding in result.findings {
                    let key = [result.scenario, finding.check, finding.verdict.description]
                    counts[known.contains(key) ? .known : Cell.Kind(finding.verdict), default: 0] += 1
                }
            }
        }
    }
}
