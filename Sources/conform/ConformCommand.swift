import CommandLineOptions
import Fixtures
import Foundation
import Scenarios

/// What the command line may say.
enum ConformCommand {
    static let client = Option<String>(
        "client", short: "c", placeholder: "NAME|COMMAND",
        "the client to test: a bundled one such as sessionkit, or a command that starts an adapter", repeats: true)
    static let jobs = Option<Int>(
        "jobs", short: "j", placeholder: "N", "how many adapter processes at once, 4 unless said", in: 1...64)
    static let report = Option<String>(
        "report", placeholder: "DIR", "write results.json, junit.xml, comparison.md and events.jsonl into this folder")
    static let knownFailures = Option<String>(
        "known-failures", placeholder: "FILE", "what the client is known to fail, instead of the bundled file")
    static let patience = Option<Duration>(
        "patience", placeholder: "DURATION",
        "how long nothing may move until something counts as missing, 3s unless said",
        expected: "a duration such as 3s or 500ms", convert: { try? Notation.duration($0) })
    static let repeats = Option<Int>(
        "repeat", placeholder: "N", "play each scenario so many times", in: 1...10_000)
    static let seed = Option<UInt64>(
        "seed", placeholder: "N", "what everything random is drawn from, 1 unless said",
        expected: "a whole number from 0", convert: { UInt64($0) })
    static let root = Option<String>(
        "root", placeholder: "DIR", "the folder that holds Scenarios and Fixtures, instead of the shipped ones")
    static let json = Flag("json", "as JSON")

    static let command = Command(
        "conform", "Drives HTTP clients through scenarios and explains each failure",
        discussion: """
            Try: conform run                                   all scenarios, bundled client
                 conform run 'resume/**' --client urlsession   another client, some of them
            """,
        subcommands: [
            Command(
                "run", "Plays scenarios with clients and judges",
                discussion: """
                    A PATTERN is a scenario's id, a folder above it, a file of yours such as
                    ./mine.yaml, or has wildcards: * for one component, ** for any number.
                    Without one all scenarios of the suite are played.

                    Exit codes: 0 as expected, 1 an unexpected verdict, 2 usage, 3 our own fault,
                    4 something could not be judged on this machine, 5 a client could not be started,
                    6 the known-failures file is out of date.
                    """,
                options: [client, jobs, report, knownFailures, patience, repeats, seed, root],
                operands: .many("PATTERN")),
            Command(
                "list", "Shows the ids and titles of scenarios", options: [json, root], operands: .many("PATTERN")),
            Command(
                "adapter", "Speaks the adapter protocol on the standard streams for a bundled client",
                operands: .one("NAME")),
            Command(
                "selftest", "Proves the suite: the bundled client passes, each of its mutants fails as its file says",
                options: [jobs, patience, seed, root]),
        ],
        runsAlone: false)
}

extension ParsedArguments {
    /// The folder with the scenarios: below `--root`, or where they are found without it.
    func catalog() throws(ScenarioError) -> ScenarioCatalog {
        guard let root = self[ConformCommand.root] else {
            return try ScenarioCatalog.located(besides: Bundle.main.executableURL)
        }
        return try ScenarioCatalog(directory: URL(filePath: root).appending(path: "Scenarios"))
    }

    /// The folder with the fixtures below `--root`, or nil without it.
    var fixtures: URL? { self[ConformCommand.root].map { URL(filePath: $0).appending(path: "Fixtures") } }

    /// What the scenarios' markers and offsets into fixtures are judged by; without fixtures they are not.
    var fixtureLibrary: FixtureLibrary? {
        let root =
            fixtures.map { try? FixtureRoot(directory: $0) }
            ?? (try? FixtureRoot.located(besides: Bundle.main.executableURL))
        return root.map { FixtureLibrary(root: $0) }
    }

    /// Every scenario there is, read together with the fixtures that it names; those of files given as operands come
    /// instead of shipped ones of the same id.
    func scenarios() throws(ScenarioError) -> [Scenario] {
        var own: [Scenario] = []
        for path in operands where ScenarioCatalog.isFile(path) {
            own += try ScenarioCatalog.load(file: path, fixtures: fixtureLibrary)
        }
        let ids = Set(own.map(\.id))
        return try catalog().load(matching: [], fixtures: fixtureLibrary).filter { !ids.contains($0.id) } + own
    }

    /// The patterns among the operands; a file stands for all its scenarios.
    var patterns: [String] { operands.map { ScenarioCatalog.isFile($0) ? ScenarioCatalog.id(ofFile: $0) : $0 } }

    /// The files among the operands, by the ids that their scenarios begin with.
    var files: [String: String] {
        Dictionary(
            operands.filter(ScenarioCatalog.isFile).map { (ScenarioCatalog.id(ofFile: $0), $0) },
            uniquingKeysWith: { first, _ in first })
    }
}
