/// What one sentence of a list of known failures excuses in a run.
///
/// A client that does one thing wrong fails in many scenarios; people read the sentence once, `results.json` has every check.
struct KnownFault: Hashable {
    /// How it fails: the code of a failure, else the verdict.
    let kind: String
    /// The sentence.
    let why: String
    /// How many checks of all scenarios it excuses.
    let checks: Int
    /// In how many scenarios these are.
    let scenarios: Int

    /// The faults that a client showed and was known for, the one with most checks first; what was merely blocked is none.
    static func list(_ standings: [Reckoning.Standing]) -> [KnownFault] {
        let excused = standings.filter { $0.overlay == .expected && $0.verdict != .blocked }
        let bySentence = Dictionary(grouping: excused) { [kind(of: $0.verdict), $0.why ?? ""] }
        return bySentence.map { key, standings in
            KnownFault(
                kind: key[0], why: key[1], checks: Set(standings.map { [$0.scenario, $0.check] }).count,
                scenarios: Set(standings.map(\.scenario)).count)
        }.sorted { ($1.checks, $0.kind, $0.why) < ($0.checks, $1.kind, $1.why) }
    }

    /// It in one line.
    var line: String {
        "\(kind) ×\(checks) in \(scenarios) scenario\(scenarios == 1 ? "" : "s"): \(why)"
    }

    private static func kind(of verdict: Verdict) -> String {
        switch verdict {
        case .fail(let code): code.rawValue
        default: verdict.description
        }
    }
}
