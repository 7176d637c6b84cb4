import FixtureFiles
public import Foundation

/// The one folder whose files may be served, or some files of somebody's own; and the guard at its door.
public struct FixtureRoot: Sendable, Hashable {
    /// The folder with all symbolic links resolved.
    public let directory: URL
    /// The only files there are, by path; nil for everything below the folder.
    let files: [String: URL]?

    /// Takes a folder as it is given, with `--root` for instance; it need not hold a manifest.
    public init(directory: URL) throws(FixtureError) {
        let resolved = directory.resolvingSymlinksInPath()
        guard Self.isDirectory(resolved) else {
            throw FixtureError(.noRoot, "\(directory.path) is not a folder; fixtures are looked up below it")
        }
        self.directory = resolved
        files = nil
    }

    /// Takes files that somebody named one by one, wherever they lie; nothing beside them is served.
    ///
    /// Each has the last part of its path as its own, and a link leads where it led when it was named.
    public init(files: [URL]) throws(FixtureError) {
        var found: [String: URL] = [:]
        for file in files {
            let name = file.lastPathComponent
            let resolved = file.resolvingSymlinksInPath()
            guard FileManager.default.fileExists(atPath: resolved.path) else {
                throw FixtureError(.notFound, "There is no file \(file.relativePath)")
            }
            guard Self.isFile(resolved) else {
                throw FixtureError(.refused, "\(file.relativePath) is no file")
            }
            guard FileManager.default.isReadableFile(atPath: resolved.path) else {
                throw FixtureError(.unreadable, "\(file.relativePath) cannot be read")
            }
            guard found.updateValue(resolved, forKey: name) == nil else {
                throw FixtureError(.refused, "Two files would be /\(name); give one of them another name")
            }
        }
        directory = URL(filePath: FileManager.default.currentDirectoryPath)
        self.files = found
    }

    /// The first place that holds `manifest.json`: `Fixtures` beside the executable, in `../share/sluice`, or among
    /// the package's resources.
    ///
    /// `executable` is the running program; without it only the package's resources are looked at.
    public static func located(besides executable: URL?) throws(FixtureError) -> FixtureRoot {
        let beside = executable?.resolvingSymlinksInPath().deletingLastPathComponent()
        let candidates = [
            beside?.appending(path: "Fixtures"), beside?.appending(path: "../share/sluice/Fixtures"),
        ].compactMap { $0 }
        for candidate in candidates where isFile(candidate.appending(path: "manifest.json")) {
            return try FixtureRoot(directory: candidate)
        }
        guard let resources = FixtureFiles.directory else {
            let places = candidates.map(\.standardizedFileURL.path).joined(separator: ", ")
            throw FixtureError(
                .noRoot,
                "No fixtures found: no manifest.json in \(places), nor in the package they come from. Give --root DIR")
        }
        return try FixtureRoot(directory: resources)
    }

    /// The file of a path below the root, with links resolved.
    ///
    /// Refused are absolute paths, `.` and `..`, empty segments, backslashes, NUL, and links that lead outside.
    public func file(at path: String) throws(FixtureError) -> URL {
        if let reason = Self.reasonToRefuse(path) {
            throw FixtureError(.refused, "Fixture path “\(Self.printable(path))” is refused: \(reason)")
        }
        if let files {
            guard let file = files[path] else { throw FixtureError(.notFound, "There is no file “\(path)” here") }
            return file
        }
        let file = directory.appending(path: path, directoryHint: .notDirectory).resolvingSymlinksInPath()
        guard file.path.hasPrefix(directory.path + "/") else {
            throw FixtureError(.refused, "Fixture path “\(path)” is refused: a link leads outside \(directory.path)")
        }
        guard Self.isFile(file) else {
            throw FixtureError(.notFound, "There is no file “\(path)” below \(directory.path)")
        }
        return file
    }

    /// The file's bytes.
    public func contents(of path: String) throws(FixtureError) -> Data {
        let file = try file(at: path)
        do {
            return try Data(contentsOf: file)
        } catch {
            throw FixtureError(.unreadable, "\(file.path) cannot be read: \(error.localizedDescription)", cause: error)
        }
    }

    private static func reasonToRefuse(_ path: String) -> String? {
        if path.isEmpty { return "it is empty" }
        if path.utf8.contains(0) { return "it contains NUL" }
        if path.contains("\\") { return "it contains a backslash" }
        if path.hasPrefix("/") { return "it is absolute; write it relative to the root" }
        for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
            if segment.isEmpty { return "it has an empty segment" }
            if segment == "." || segment == ".." { return "“\(segment)” may not be a segment" }
        }
        return nil
    }

    /// Control characters would garble the terminal of whoever reads the message.
    private static func printable(_ path: String) -> String {
        path.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }.joined()
    }

    private static func isDirectory(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }

    private static func isFile(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
    }
}
