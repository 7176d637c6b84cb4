import Foundation
import YAML

extension ScenarioCatalog {
    /// What the file of a scenario says for it alone: the values of the matrix are in place, the matrix is gone.
    ///
    /// - Parameter scenario: one that was loaded from a file.
    /// - Returns: the text of a scenario file.
    /// - Throws: that the file cannot be read any more, or says something else by now.
    public static func resolved(_ scenario: Scenario) throws(ScenarioError) -> String {
        let path = scenario.location.file
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ScenarioError(.unreadable, "\(path) cannot be read: \(error.localizedDescription)")
        }
        let variants = ScenarioFile.variants(reading: bytes, path: scenario.file)
        guard let variant = variants.first(where: { $0.id == scenario.id }) else {
            throw ScenarioError(.unknown, "\(path) has no scenario '\(scenario.id)' any more")
        }
        return variant.root.document
    }
}
