internal import Fixtures
internal import Scenarios

/// Looks for the scenario that a path begins with, reading only the file it would be in.
enum ShelfSearch {
    /// What lies at a path.
    enum Result: Sendable {
        /// This scenario, whose id is the path's beginning.
        case found(Scenario)
        /// A file with something wrong in it.
        case faulty(ShowcaseIndex.File)
        /// No scenario.
        case nothing
    }

    /// Searches; the path is decoded and has no slash in front: `slow-chunks/photo.jpg`.
    @concurrent static func scenario(
        at path: String, _ catalog: ScenarioCatalog, _ fixtures: FixtureLibrary?
    ) async -> Result {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let name = catalog.file(of: path), let file = try? catalog.read(name, fixtures: fixtures) else {
            return .nothing
        }
        let found = file.scenarios.filter { path == $0.id || path.hasPrefix($0.id + "/") }
            .max { $0.id.count < $1.id.count }
        guard file.complaints.isEmpty else {
            return .faulty(ShowcaseIndex.File(path: name, scenarios: [], complaints: file.complaints))
        }
        return found.map { .found($0) } ?? .nothing
    }
}

extension FixtureLibrary {
    /// Whether a file may be served, known to the manifest or not.
    @concurrent func has(_ path: String) async -> Bool {
        (try? root.file(at: path)) != nil
    }
}
