import CommandLineOptions
import FixtureServer
import Foundation
import Scenarios

/// What there is to connect to.
enum Offer {
    /// Scenarios, each with ports of its own.
    case scenarios([Scenario])
    /// Everything, on one port.
    case showcase(ScenarioCatalog)
    /// Files of the user's own.
    case files([URL], Behaviour)

    /// The scenarios that the arguments name, or everything.
    init(_ arguments: ParsedArguments) throws(ScenarioError) {
        let ids = arguments.values(of: ServerOptions.scenario)
        let catalog = try arguments.catalog()
        self = ids.isEmpty ? .showcase(catalog) : .scenarios(try Self.load(ids, from: catalog, arguments))
    }

    /// Loads scenarios by id, pattern, or the path of a file of the user's own.
    static func load(
        _ words: [String], from catalog: ScenarioCatalog, _ arguments: ParsedArguments
    ) throws(ScenarioError) -> [Scenario] {
        let fixtures = arguments.fixtureLibrary
        var scenarios: [Scenario] = []
        for word in words {
            if ScenarioCatalog.isFile(word) {
                scenarios += try ScenarioCatalog.load(file: word, fixtures: fixtures)
            } else {
                scenarios += try catalog.load(matching: [word], fixtures: fixtures)
            }
        }
        return scenarios
    }

    /// Whether the scenarios were named, so that the ready line names them too.
    var isOfScenarios: Bool { if case .scenarios = self { true } else { false } }

    /// How many instances it has, each with ports of its own.
    var instances: Int { if case .scenarios(let scenarios) = self { scenarios.count } else { 1 } }

    /// Whether it holds at gates that the command line speaks of.
    var holds: Bool {
        guard case .files(_, let behaviour) = self else { return false }
        return behaviour.words.contains { $0.key == "hold" }
    }

    /// The control API beside it, which makes instances of the same scenarios.
    func control(_ arguments: ParsedArguments) -> FixtureServer.Control? {
        if case .showcase(let catalog) = self { return FixtureServer.Control(catalog: catalog) }
        return (try? arguments.catalog()).map { FixtureServer.Control(catalog: $0) }
    }

    /// Starts its instances.
    func start(on server: FixtureServer, seed: UInt64) async throws -> [Instance] {
        switch self {
        case .showcase(let catalog): return [try await server.startShowcase(of: catalog, seed: seed)]
        case .files(let files, let behaviour):
            return [try await server.startFiles(files, behaviour: behaviour, seed: seed)]
        case .scenarios(let scenarios):
            var instances: [Instance] = []
            for scenario in scenarios { instances.append(try await server.start(scenario, seed: seed)) }
            return instances
        }
    }
}
