public import Foundation

/// Where the shipped scenario files lie when they are found as package resources.
public enum ScenarioFiles {
    /// The folder below which every `*.yaml` is one scenario file; it need not exist on this machine.
    ///
    /// The resources beside the program that SwiftPM built, else the package's own sources. `Bundle.module` would end a
    /// program that was copied elsewhere, where a clear error is wanted, and takes longer than a server may start.
    public static var directory: URL {
        let program = Bundle.main.bundleURL
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
        let built = ["resources", "bundle"].map {
            program.appending(path: "sluice_ScenarioFiles.\($0)", directoryHint: .isDirectory)
        }
        return built.first { FileManager.default.fileExists(atPath: $0.path) } ?? sources
    }
}
