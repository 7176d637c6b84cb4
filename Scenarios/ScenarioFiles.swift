public import Foundation

/// Where the shipped scenario files lie when they are found as package resources.
public enum ScenarioFiles {
    /// The folder below which every `*.yaml` is one scenario file.
    public static var directory: URL { Bundle.module.bundleURL }
}
