public import Foundation

/// Where the shipped fixture files lie when they are found as package resources.
public enum FixtureFiles {
    /// The folder that holds `manifest.json`, `images`, `audio` and `catalog`.
    public static var directory: URL { Bundle.module.bundleURL }
}
