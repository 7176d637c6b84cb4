import CommandLineOptions
import Fixtures
import Foundation
import Scenarios

/// What the command line may say.
enum ServerCommand {
    static let scenario = Option<String>(
        "scenario", short: "s", placeholder: "ID",
        "the scenario to play, such as slow-chunks or ./mine.yaml; without one, all are to be had", repeats: true)
    static let port = Option<Int>(
        "port", short: "p", placeholder: "N", "the port of the first origin; 0, the default, is any free one",
        in: 0...65535)
    static let host = Option<String>(
        "host", placeholder: "ADDRESS",
        "the address to listen on, 127.0.0.1 unless said; anything but loopback lets strangers in")
    static let root = Option<String>(
        "root", placeholder: "DIR", "the folder that holds Scenarios and Fixtures, or the fixtures themselves")
    static let seed = Option<UInt64>(
        "seed", placeholder: "N", "what jitter is drawn from, 0 unless said", expected: "a whole number from 0",
        convert: { UInt64($0) })
    static let speed = Option<Double>(
        "speed", placeholder: "FACTOR", "let intervals and pauses pass so many times faster, such as 20x",
        expected: "a number above zero such as 20x", convert: speed(of:))
    static let hold = Flag(
        "hold", "gates hold until a key opens them: Enter the longest waiting, or type a gate's name")
    static let duration = Option<Duration>(
        "for", placeholder: "DURATION", "end after so long, such as 60s", expected: "a duration such as 60s or 5min",
        convert: { try? Notation.duration($0) })
    static let quiet = Flag("quiet", short: "q", "say nothing on the standard error but what went wrong")
    static let verbose = Flag("verbose", short: "v", "show every event and the heads of requests and answers")

    static let command = Command(
        "fixture-server", "Serves fixtures, and plays scenarios to whoever connects",
        discussion: """
            Without --scenario every fixture lies plain at its path and every scenario is
            played below /s/ID/ of the same port; / lists them, for browsers and for curl.
            Scenarios that need ports of their own are refused there, with the reason.

            With --scenario each scenario has the ports that it needs.

            When it listens, one line of JSON on the standard output says where: url,
            urls (by origin), port, pid and seed, and of --scenario its id and all urls.
            The log, one line for each exchange, goes to the standard error. SIGINT and
            SIGTERM end it in order.

            Nobody opens gates for a server that is only served: each opens as it is
            reached, unless --hold is given, and the gate 'forever' never does. Cuts are
            made as the scenario says.

            Try: fixture-server, then curl the url it prints
            """,
        options: [scenario, port, host, root, seed, speed, hold, duration, quiet, verbose],
        subcommands: [
            Command("list", "Shows the ids and titles of all scenarios", options: [root]),
            Command(
                "check", "Reads scenario files and says everything that is wrong with them", options: [root],
                operands: .many("FILE", atLeast: 1)),
        ])

    private static func speed(of text: String) -> Double? {
        guard let number = Double(text.hasSuffix("x") ? text.dropLast() : text[...]), number > 0, number.isFinite
        else { return nil }
        return number
    }
}

extension ParsedArguments {
    /// The folder with the scenarios: below `--root`, or where they are found without it.
    func catalog() throws(ScenarioError) -> ScenarioCatalog {
        guard let root = self[ServerCommand.root] else {
            return try ScenarioCatalog.located(besides: Bundle.main.executableURL)
        }
        let folder = URL(filePath: root)
        let inside = folder.appending(path: "Scenarios")
        let hasInside = (try? inside.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        return try ScenarioCatalog(directory: hasInside ? inside : folder)
    }

    /// The folder with the fixtures below `--root`, or nil without it.
    var fixtures: URL? {
        guard let root = self[ServerCommand.root] else { return nil }
        let folder = URL(filePath: root)
        let inside = folder.appending(path: "Fixtures")
        let hasInside = (try? inside.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        return hasInside ? inside : folder
    }

    /// What the scenarios' markers and offsets into fixtures are judged by; without fixtures they are not.
    var fixtureLibrary: FixtureLibrary? {
        let root =
            fixtures.map { try? FixtureRoot(directory: $0) }
            ?? (try? FixtureRoot.located(besides: Bundle.main.executableURL))
        return root.map { FixtureLibrary(root: $0) }
    }
}
