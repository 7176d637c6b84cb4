public import Fixtures
import Foundation

/// Scenarios of a file anywhere, which is how somebody else's begin.
extension ScenarioCatalog {
    /// Whether a word of a command line names a file rather than a scenario of the catalog.
    public static func isFile(_ word: String) -> Bool { word.hasSuffix(".yaml") }

    /// The beginning of the ids of a file's scenarios: its name.
    public static func id(ofFile path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// Loads the scenarios of a file.
    ///
    /// - Parameters:
    ///   - path: where it is, from the working directory.
    ///   - fixtures: what is known of fixtures; without it offsets into them are not judged.
    /// - Returns: its scenarios, in the order of its matrix.
    /// - Throws: that it cannot be read, or everything that is wrong with it.
    public static func load(
        file path: String, fixtures: FixtureLibrary? = nil
    ) throws(ScenarioError) -> [Scenario] {
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw ScenarioError(
                .unreadable, "\(path) cannot be read: \(isThere ? error.localizedDescription : "there is no such file")"
            )
        }
        let file = ScenarioFile(reading: bytes, path: id(ofFile: path) + ".yaml", name: path, fixtures: fixtures)
        guard file.complaints.isEmpty else { throw faulty(file.complaints) }
        return file.scenarios
    }
}
