public import Fixtures
public import Foundation
import ScenarioFiles
import Spelling
import YAML

/// The scenarios below one folder; a file is read when something of it is asked for.
public struct ScenarioCatalog: Sendable, Hashable {
    /// The folder; a file's path below it is the beginning of its scenarios' ids.
    public let directory: URL

    /// Takes a folder as it is given, with `--root` for instance.
    public init(directory: URL) throws(ScenarioError) {
        self.directory = directory.resolvingSymlinksInPath()
        guard ScenarioCatalog.isDirectory(self.directory) else {
            throw ScenarioError(.noRoot, "\(directory.path) is not a folder; scenarios are looked up below it")
        }
    }

    /// The first folder there is: `Scenarios` beside the executable, in `../share/sluice`, or among the package's
    /// resources.
    ///
    /// `executable` is the running program; without it only the package's resources are looked at.
    public static func located(besides executable: URL?) throws(ScenarioError) -> ScenarioCatalog {
        let beside = executable?.resolvingSymlinksInPath().deletingLastPathComponent()
        let candidates = [
            beside?.appending(path: "Scenarios"), beside?.appending(path: "../share/sluice/Scenarios"),
        ].compactMap(\.self)
        let found = candidates.first(where: isDirectory) ?? ScenarioFiles.directory
        return try ScenarioCatalog(directory: found)
    }

    /// The paths of all files below the folder, ordered.
    public func files() -> [String] {
        let found = FileManager.default.enumerator(atPath: directory.path)
        let paths = found?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".yaml") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted()
    }

    /// Reads a file; without `fixtures` offsets into them are not judged.
    public func read(_ path: String, fixtures: FixtureLibrary? = nil) throws(ScenarioError) -> ScenarioFile {
        let file = directory.appending(path: path)
        do {
            return ScenarioFile(
                reading: [UInt8](try Data(contentsOf: file)), path: path, name: file.path, fixtures: fixtures)
        } catch {
            throw ScenarioError(.unreadable, "\(file.path) cannot be read: \(error.localizedDescription)")
        }
    }

    static func isDirectory(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
}

extension ScenarioCatalog {
    /// The ids of all scenarios, in the order of files and of their matrices; faulty files have theirs too.
    public func ids() throws(ScenarioError) -> [String] {
        var ids: [String] = []
        for path in files() { ids += try read(path).scenarios.map(\.id) }
        return ids
    }

    /// Loads one scenario; only its own file is read.
    public func load(_ id: String, fixtures: FixtureLibrary? = nil) throws(ScenarioError) -> Scenario {
        guard let path = file(of: id) else { throw unknown(id, among: try ids()) }
        let file = try read(path, fixtures: fixtures)
        guard let scenario = file.scenarios.first(where: { $0.id == id }) else {
            if !file.complaints.isEmpty { throw ScenarioCatalog.faulty(file.complaints) }
            throw unknown(id, among: file.scenarios.map(\.id))
        }
        guard file.complaints.isEmpty else { throw ScenarioCatalog.faulty(file.complaints) }
        return scenario
    }

    /// Loads all scenarios that one of the patterns means; no pattern means all.
    ///
    /// Everything that is wrong in any file that had to be read is in the one error.
    ///
    /// - Parameters:
    ///   - patterns: see `ScenarioPattern`; plain ids are loaded without reading other files.
    ///   - fixtures: what is known of fixtures; without it offsets into them are not judged.
    /// - Returns: the scenarios in the order of files, plain ids in the order given.
    /// - Throws: what is wrong with the files, or which pattern means nothing.
    public func load(
        matching patterns: [String], fixtures: FixtureLibrary? = nil
    ) throws(ScenarioError) -> [Scenario] {
        let patterns = patterns.map { ScenarioPattern($0) }
        if !patterns.isEmpty, patterns.allSatisfy(\.isPlain) {
            var scenarios: [Scenario] = []
            for pattern in patterns { scenarios.append(try load(pattern.description, fixtures: fixtures)) }
            return scenarios
        }
        var scenarios: [Scenario] = []
        var complaints: [Complaint] = []
        for path in files() {
            let file = try read(path, fixtures: fixtures)
            complaints += file.complaints
            scenarios += file.scenarios
        }
        if !complaints.isEmpty { throw ScenarioCatalog.faulty(complaints) }
        for pattern in patterns where !scenarios.contains(where: { pattern.matches($0.id) }) {
            let error = unknown(pattern.description, among: scenarios.map(\.id))
            throw pattern.isPlain ? error : ScenarioError(.nothingMatches, "no scenario matches '\(pattern)'")
        }
        return scenarios.filter { scenario in
            patterns.isEmpty || patterns.contains { $0.matches(scenario.id) }
        }
    }

    /// The file in which a scenario of this id would be, or of an id that this one begins with.
    ///
    /// Looked for from the longest beginning of the id to the shortest; nil when there is no such file.
    public func file(of id: String) -> String? {
        let components = id.split(separator: "/", omittingEmptySubsequences: false)
        let isClean = components.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) }
        guard isClean else { return nil }
        for count in stride(from: components.count, to: 0, by: -1) {
            let path = components[..<count].joined(separator: "/") + ".yaml"
            if FileManager.default.isReadableFile(atPath: directory.appending(path: path).path) { return path }
        }
        return nil
    }

    private func unknown(_ id: String, among ids: [String]) -> ScenarioError {
        let below = ids.filter { $0.hasPrefix(id + "/") }
        if !below.isEmpty {
            return ScenarioError(
                .unknown, "'\(id)' is \(below.count) scenarios; name one, such as '\(below[0])', or '\(id)/**' for all")
        }
        let meant = Spelling.nearest(to: id, among: ids).map { "; did you mean '\($0)'?" } ?? ""
        return ScenarioError(.unknown, "unknown scenario \(Complaint.quoted(id))\(meant)")
    }

    static func faulty(_ complaints: [Complaint]) -> ScenarioError {
        let count = complaints.count == 1 ? "one complaint" : "\(complaints.count) complaints"
        return ScenarioError(.faulty, "\(count) about scenario files", complaints: complaints)
    }
}
