internal import Fixtures
public import Foundation
public import Scenarios
internal import YAML

extension FixtureServer {
    /// Starts an instance of files of somebody's own, each at `/NAME`; nothing beside them is served.
    ///
    /// The query of a URL may say otherwise than `behaviour`, for that request.
    ///
    /// - Parameters:
    ///   - files: Where they are; the last part of each path is the name.
    ///   - behaviour: How they are answered.
    ///   - seed: What jitter is drawn from.
    /// - Returns: The handle of the instance, ready to be connected to.
    /// - Throws: `FixtureError` about a file, `BehaviourError`, or ``FixtureServerError`` when the port cannot be had.
    public func startFiles(
        _ files: [URL], behaviour: Behaviour = Behaviour(), seed: UInt64 = 0
    ) async throws -> Instance {
        let library = FixtureLibrary(root: try FixtureRoot(files: files))
        let facts = BodyFacts(fixtures: library)
        var scenario = Scenario(
            id: "files", file: "", title: "Files of one's own", why: "Whoever has a file needs no scenario.")
        scenario.resources = try files.enumerated().map { index, file in
            let answer = try behaviour.answer(over: Answer(body: .file(file.lastPathComponent)), facts: facts)
            return Resource(
                path: ResourcePath(path: "/" + file.lastPathComponent.percentEncodedPath), answer: answer,
                location: FileLocation(file: "", line: index + 1, column: 1))
        }
        return try launch(scenario, seed: seed, files: library)
    }
}
