internal import Fixtures
internal import Foundation
internal import Scenarios
internal import YAML

/// All there is to see: every scenario file and every fixture, as they are now.
struct ShowcaseIndex: Sendable {
    /// A scenario file.
    struct File: Sendable {
        /// Its path below the root, such as `framing/cut.yaml`.
        var path: String
        /// Its scenarios; none where something is wrong with it.
        var scenarios: [Scenario]
        /// What is wrong with it.
        var complaints: [Complaint]

        /// The folder it lies in, or nil for the root.
        var folder: String? {
            path.split(separator: "/").count > 1 ? path.split(separator: "/").first.map(String.init) : nil
        }
    }

    var files: [File]
    var fixtures: [Fixture]
    /// The folder of the fixtures, or nil where there is none.
    var fixturesFolder: String?

    /// The ids of all scenarios.
    var ids: [String] { files.flatMap { $0.scenarios.map(\.id) } }
    /// The lengths of the fixtures.
    var lengths: Lengths { Lengths(fixtures) }

    /// The files with scenarios below an id, reduced to those, or nil when there are none.
    func below(_ id: String) -> [File]? {
        let start = id.hasSuffix("/") ? id : id + "/"
        let found = files.compactMap { file -> File? in
            var file = file
            file.scenarios.removeAll { !$0.id.hasPrefix(start) }
            return file.scenarios.isEmpty ? nil : file
        }
        return found.isEmpty ? nil : found
    }

    /// Reads everything; what cannot be read is left out.
    @concurrent static func read(_ catalog: ScenarioCatalog, _ fixtures: FixtureLibrary?) async -> ShowcaseIndex {
        let files = catalog.files().compactMap { path -> File? in
            guard let file = try? catalog.read(path, fixtures: fixtures) else { return nil }
            return File(
                path: path, scenarios: file.complaints.isEmpty ? file.scenarios : [], complaints: file.complaints)
        }
        return ShowcaseIndex(
            files: files, fixtures: (try? fixtures?.manifest())?.fixtures ?? [],
            fixturesFolder: fixtures?.root.directory.path)
    }
}

/// How long bodies are, as far as that is known without reading files.
struct Lengths: Sendable {
    private let sizes: [String: Int64]

    init(_ fixtures: [Fixture]) {
        sizes = Dictionary(fixtures.map { ($0.path, Int64($0.size)) }) { first, _ in first }
    }

    /// Takes the lengths of fixtures from the manifest.
    @concurrent static func read(_ fixtures: FixtureLibrary?) async -> Lengths {
        Lengths((try? fixtures?.manifest())?.fixtures ?? [])
    }

    /// The length of a body, or nil when it is not known, or endless.
    subscript(_ source: BodySource) -> Int64? {
        if case .file(let path) = source { sizes[path] } else { source.knownLength }
    }
}
