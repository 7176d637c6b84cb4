import CommandLineOptions
import Fixtures
import Foundation
import Scenarios

extension ParsedArguments {
    /// The folder with the scenarios: below `--root`, or where they are found without it.
    func catalog() throws(ScenarioError) -> ScenarioCatalog {
        guard let root = self[ServerOptions.root] else {
            return try ScenarioCatalog.located(besides: Bundle.main.executableURL)
        }
        let folder = URL(filePath: root)
        let inside = folder.appending(path: "Scenarios")
        let hasInside = (try? inside.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        return try ScenarioCatalog(directory: hasInside ? inside : folder)
    }

    /// The folder with the fixtures below `--root`, or nil without it.
    var fixtures: URL? {
        guard let root = self[ServerOptions.root] else { return nil }
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
