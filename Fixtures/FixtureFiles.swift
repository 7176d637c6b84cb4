public import Foundation

/// Where the shipped fixture files lie when they are found as package resources.
public enum FixtureFiles {
    /// The folder that holds `manifest.json`, `images`, `audio`, `catalog` and `text`; nil where this machine has none.
    ///
    /// The resources beside the program that SwiftPM built, else the package's own sources. `Bundle.module` would end a
    /// program that was copied elsewhere, where a clear error is wanted, and takes longer than a server may start.
    public static var directory: URL? {
        let program = Bundle.main.bundleURL
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
        let candidates = [
            program.appending(path: "sluice_FixtureFiles.resources", directoryHint: .isDirectory),
            program.appending(path: "sluice_FixtureFiles.bundle", directoryHint: .isDirectory), sources,
        ]
        return candidates.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "manifest.json").path)
        }
    }
}
