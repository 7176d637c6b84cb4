internal import Fixtures
internal import Scenarios
internal import Spelling

/// What somebody probably meant who asked for a path that nothing has; always a path.
enum Suggestion {
    /// The fixture of a similar name, or a scenario whose folder was forgotten.
    @concurrent static func fixture(
        _ name: String, _ fixtures: FixtureLibrary?, _ catalog: ScenarioCatalog
    ) async -> String? {
        if catalog.file(of: name) != nil { return Showcase.folder + "/" + name.percentEncodedPath }
        return (try? fixtures?.manifest())?.nearest(to: name).map { "/" + $0.percentEncodedPath }
    }

    /// The scenario of a similar id, with what followed the id in the path.
    static func scenario(_ path: String, among ids: [String]) -> String? {
        let components = path.split(separator: "/").map(String.init)
        let byCount = Dictionary(grouping: ids) { $0.split(separator: "/").count }
        for count in stride(from: components.count, to: 0, by: -1) {
            let start = components[..<count].joined(separator: "/")
            guard let meant = Spelling.nearest(to: start, among: byCount[count] ?? []) else { continue }
            let rest = components[count...].map { "/" + $0 }.joined()
            return Showcase.folder + "/" + (meant + (rest.isEmpty ? "/" : rest)).percentEncodedPath
        }
        return nil
    }

    /// The path of a similar name; of one there is no choice.
    static func path(_ path: String, among known: [String]) -> String? {
        Spelling.nearest(to: path, among: known) ?? (known.count == 1 ? known.first : nil)
    }
}
