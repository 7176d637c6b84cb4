import Fixtures
import Foundation

// fixture-manifest DIRECTORY: prints the manifest of all fixtures below it.

/// Files that are fixtures: everything in these folders, hidden files aside.
func paths(below root: FixtureRoot) throws -> [String] {
    try ["audio", "catalog", "images", "text"].flatMap { folder in
        let directory = root.directory.appending(path: folder, directoryHint: .isDirectory)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        return names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }
}

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: fixture-manifest DIRECTORY > DIRECTORY/manifest.json\n".utf8))
    exit(2)
}
do {
    let root = try FixtureRoot(directory: URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory))
    let fixtures = try paths(below: root).map { try Fixture(inspecting: try root.file(at: $0), path: $0) }
    FileHandle.standardOutput.write(try FixtureManifest(fixtures).json())
} catch {
    FileHandle.standardError.write(Data("fixture-manifest: \(error)\n".utf8))
    exit(1)
}
